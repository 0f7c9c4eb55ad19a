import { describe, expect, it } from 'vitest';
import { languages, localeOf } from './support.ts';

const cases: Record<
  (typeof languages)[number][0],
  { free: string[]; conditional: string[]; members: string; charge: string; silent: string; otherwise: string }
> = {
  en: {
    free: ['FREE delivery Monday, March 16', 'FREE Shipping'],
    conditional: [
      'FREE delivery Mon on orders over $25',
      'FREE delivery on your first order',
      'FREE delivery on $35 of items shipped by Amazon',
      'FREE delivery Fri for orders shipped by Amazon over £20',
      'FREE delivery on first order',
    ],
    members: 'Or Prime members get FREE delivery Tomorrow',
    charge: '$4.25 delivery March 16',
    silent: 'Or fastest delivery Tomorrow',
    otherwise: 'FREE Returns',
  },
  de: {
    free: ['GRATIS Lieferung Montag, 16. März', 'Kostenlose Lieferung', 'GRATIS-Versand'],
    conditional: [
      'GRATIS Lieferung ab 39 € Bestellwert',
      'GRATIS Lieferung bei deiner ersten Bestellung',
      'Kostenlose Lieferung für Bestellungen ab 39 EUR',
    ],
    members: 'Prime-Mitglieder erhalten GRATIS Lieferung morgen',
    charge: 'Lieferung für 4,25 € 16. März',
    silent: 'Schnellste Lieferung morgen',
    otherwise: 'Kostenlose Rücksendung',
  },
  fr: {
    free: ['Livraison GRATUITE lundi 16 mars', 'Livraison gratuite'],
    conditional: [
      'Livraison GRATUITE pour les commandes de plus de 35 €',
      'Livraison GRATUITE sur votre première commande',
      "Livraison à 0,01 € dès 35 € d'achats",
      'Livraison à 0,01 € dès 35 € de livres',
    ],
    members: 'Les membres Prime bénéficient de la livraison GRATUITE demain',
    charge: 'Livraison à 4,25 € lundi 16 mars',
    silent: 'livraison accélérée demain',
    otherwise: 'Retours GRATUITS',
  },
  it: {
    free: ['Consegna GRATUITA lunedì, 16 marzo', 'Spedizione gratuita'],
    conditional: [
      'Consegna GRATUITA sul tuo primo ordine',
      'Spedizione gratuita per ordini superiori a 35 €',
      'Consegna GRATUITA sugli ordini idonei',
    ],
    members: 'I clienti Prime ricevono la consegna GRATUITA domani',
    charge: 'Consegna a 4,25 € 16 marzo',
    silent: 'consegna più rapida domani',
    otherwise: 'Resi gratuiti',
  },
  es: {
    free: ['Entrega GRATIS el lunes, 16 de marzo', 'Envío gratis'],
    conditional: [
      'Entrega GRATIS en tu primer pedido',
      'Entrega GRATIS en pedidos superiores a 35 €',
      'Envío GRATIS a partir de 35 €',
    ],
    members: 'Los miembros Prime disfrutan de entrega GRATIS mañana',
    charge: 'Entrega por 4,25 € el lunes, 16 de marzo',
    silent: 'entrega más rápida mañana',
    otherwise: 'Devoluciones gratis',
  },
  pt: {
    free: ['Entrega GRÁTIS: Segunda-feira, 16 de Março', 'Frete GRÁTIS'],
    conditional: [
      'Entrega GRÁTIS no seu primeiro pedido',
      'Frete GRÁTIS em pedidos acima de R$ 79',
      'Frete GRÁTIS a partir de R$ 79',
    ],
    members: 'Membros Prime têm entrega GRÁTIS amanhã',
    charge: 'Entrega R$ 9,25: 16 - 17 de mar.',
    silent: 'entrega mais rápida: Hoje',
    otherwise: 'Devolução grátis',
  },
  ja: {
    free: ['無料配送 3月16日', '送料無料'],
    conditional: ['￥3,500以上の注文で無料配送', '3500円以上のご注文で送料無料', '初回注文は無料配送'],
    members: 'プライム会員は無料配送 明日',
    charge: '配送料 ￥425 3月16日',
    silent: '最も早い配送 明日',
    otherwise: '返品無料',
  },
  tr: {
    free: ['ÜCRETSİZ teslimat 16 Mart Pazartesi', 'Ücretsiz kargo'],
    conditional: [
      'İlk siparişinizde ÜCRETSİZ teslimat',
      '500 TL ve üzeri siparişlerde ÜCRETSİZ teslimat',
      '300 TL üzeri ücretsiz',
    ],
    members: 'Prime üyelerine ÜCRETSİZ teslimat yarın',
    charge: '39,90 TL teslimat 16 Mart',
    silent: 'en hızlı teslimat yarın',
    otherwise: 'Ücretsiz iade',
  },
  ar: {
    free: ['توصيل مجاني الاثنين', 'شحن مجاناً'],
    conditional: ['توصيل مجاني على طلبك الأول', 'توصيل مجاني على الطلبات فوق 200 ريال', 'توصيل مجاني فوق ٢٠٠ ريال'],
    members: 'يحصل أعضاء برايم على توصيل مجاني غدًا',
    charge: 'توصيل مقابل 12.00 ريال',
    silent: 'أسرع توصيل غدًا',
    otherwise: 'إرجاع مجاني',
  },
  nl: {
    free: ['GRATIS bezorging maandag 16 maart', 'Gratis verzending'],
    conditional: [
      'GRATIS bezorging op je eerste bestelling',
      'Gratis verzending bij bestellingen vanaf € 20',
      'GRATIS bezorging vanaf € 20',
    ],
    members: 'Prime-leden krijgen GRATIS bezorging morgen',
    charge: 'Bezorging voor € 4,25 maandag 16 maart',
    silent: 'snelste bezorging morgen',
    otherwise: 'Gratis retourneren',
  },
  pl: {
    free: ['BEZPŁATNA dostawa poniedziałek, 16 marca', 'Darmowa dostawa'],
    conditional: [
      'BEZPŁATNA dostawa przy pierwszym zamówieniu',
      'Darmowa dostawa dla zamówień powyżej 40 zł',
      'Darmowa dostawa od 40 zł',
    ],
    members: 'Klienci Prime otrzymują BEZPŁATNĄ dostawę jutro',
    charge: 'Dostawa za 9,90 zł 16 marca',
    silent: 'najszybsza dostawa jutro',
    otherwise: 'Bezpłatne zwroty',
  },
  sv: {
    free: ['GRATIS leverans måndag 16 mars', 'Fri frakt'],
    conditional: [
      'GRATIS leverans på din första beställning',
      'Fri frakt på beställningar över 249 kr',
      'GRATIS leverans från 249 kr',
    ],
    members: 'Prime-medlemmar får GRATIS leverans i morgon',
    charge: 'Leverans för 49,00 kr 16 mars',
    silent: 'snabbaste leverans i morgon',
    otherwise: 'Gratis retur',
  },
};

describe.each(languages)('is_free in %s', (language, code) => {
  const locale = localeOf(code, language);
  const { free, conditional, members, charge, silent, otherwise } = cases[language];
  const isFree = (text: string) => locale.delivery(text).is_free;

  it.each(free)('is true for %s', (text) => {
    expect(isFree(text)).toBe(true);
  });

  it.each(conditional)('is not true for %s', (text) => {
    expect(isFree(text)).toBeNull();
  });

  it('distinguishes offers for members, charges, missing information and other free items', () => {
    expect(isFree(members)).toBe(true);
    expect(isFree(charge)).toBe(false);
    expect(isFree(silent)).toBeNull();
    expect(isFree(otherwise)).toBeNull();
  });
});

describe('is_free', () => {
  it('is true for a charge of zero', () => {
    expect(localeOf('de', 'de').delivery('Versand: 0,00 €').is_free).toBe(true);
  });

  it('reads English on pages of every language', () => {
    expect(localeOf('de', 'de').delivery('FREE delivery').is_free).toBe(true);
    expect(localeOf('de', 'de').delivery('FREE delivery on orders over €39').is_free).toBeNull();
  });
});
