import { describe, expect, it } from 'vitest';
import { languages, localeOf } from './support.ts';

/** New, like new, very good, good, acceptable, collectible, refurbished, used without a tier. */
const headings: Record<
  (typeof languages)[number][0],
  readonly [string, string, string, string, string, string, string, string]
> = {
  en: [
    'New',
    'Used - Like New',
    'Used - Very Good',
    'Used - Good',
    'Used - Acceptable',
    'Collectible - Like New',
    'Refurbished - Good',
    'Used',
  ],
  de: [
    'Neu',
    'Gebraucht - Wie neu',
    'Gebraucht - Sehr gut',
    'Gebraucht - Gut',
    'Gebraucht - Akzeptabel',
    'Sammlerstück - Gut',
    'Generalüberholt',
    'Gebraucht',
  ],
  fr: [
    'Neuf',
    "D'occasion - Comme neuf",
    "D'occasion - Très bon",
    "D'occasion - Bon",
    "D'occasion - Acceptable",
    'De collection - Bon',
    'Reconditionné',
    "D'occasion",
  ],
  it: [
    'Nuovo',
    'Usato - Come nuovo',
    'Usato - Ottime condizioni',
    'Usato - Buone condizioni',
    'Usato - Condizioni accettabili',
    'Da collezione - Buone condizioni',
    'Ricondizionato',
    'Usato',
  ],
  es: [
    'Nuevo',
    'De 2ª mano - Como nuevo',
    'Usado – Muy bueno',
    'De 2ª mano - Bueno',
    'De segunda mano - Aceptable',
    'Coleccionable - Bueno',
    'Reacondicionado',
    'De 2ª mano',
  ],
  pt: [
    'Novo',
    'Usado - Como novo',
    'Usado - Muito bom',
    'Usado - Bom',
    'Usado - Aceitável',
    'Colecionável - Bom',
    'Recondicionado',
    'Usado',
  ],
  ja: [
    '新品',
    '中古品 - ほぼ新品',
    '中古品 - 非常に良い',
    '中古品 - 良い',
    '中古品 - 可',
    'コレクター商品 - 良い',
    '整備済み品',
    '中古品',
  ],
  tr: [
    'Yeni',
    'Kullanılmış - Yeni Gibi',
    'Kullanılmış - Çok İyi',
    'Kullanılmış - İyi',
    'İkinci El - Kabul Edilebilir',
    'Koleksiyon - İyi',
    'Yenilenmiş',
    'Kullanılmış',
  ],
  ar: [
    'جديد',
    'مستعمل - كالجديد',
    'مستعمل - جيد جدًا',
    'مستعمل - جيد',
    'مستعمل - مقبول',
    'قابل للتجميع - جيد',
    'مجدد',
    'مستعمل',
  ],
  nl: [
    'Nieuw',
    'Tweedehands - Als nieuw',
    'Gebruikt - Zeer goed',
    'Tweedehands - Goed',
    'Tweedehands - Acceptabel',
    'Verzamelobject - Goed',
    'Gerenoveerd',
    'Tweedehands',
  ],
  pl: [
    'Nowy',
    'Używany – Jak nowy',
    'Używany – Bardzo dobry',
    'Używany – Dobry',
    'Używany – Akceptowalny',
    'Kolekcjonerski – Dobry',
    'Odnowiony',
    'Używany',
  ],
  sv: [
    'Ny',
    'Begagnad - Som ny',
    'Begagnat - Mycket bra',
    'Begagnad - Bra',
    'Begagnad - Acceptabelt',
    'Samlarobjekt - Bra',
    'Renoverad',
    'Begagnad',
  ],
};
const conditions = [
  'new',
  'used_like_new',
  'used_very_good',
  'used_good',
  'used_acceptable',
  'collectible',
  null,
  null,
];

describe.each(languages)('condition in %s', (language, code) => {
  it.each(headings[language].map((heading, index) => [heading, conditions[index] ?? null] as const))(
    '%s is %s',
    (heading, condition) => {
      expect(localeOf(code, language).condition(heading)).toBe(condition);
    },
  );
});

describe('condition', () => {
  it('reads a tier alone', () => {
    expect(localeOf('us', 'en').condition('Very Good')).toBe('used_very_good');
    expect(localeOf('de', 'de').condition('Wie neu')).toBe('used_like_new');
  });

  it('reads other forms of a heading', () => {
    expect(localeOf('us', 'en').condition('Used: Good')).toBe('used_good');
    expect(localeOf('us', 'en').condition('Buy new:')).toBe('new');
    expect(localeOf('us', 'en').condition('Pre-owned - Like new')).toBe('used_like_new');
  });

  it.each([undefined, '', 'A good read', 'Renewed', 'Certified Refurbished - New', 'New & Used', 'Rental'])(
    '%j is null',
    (text) => {
      expect(localeOf('us', 'en').condition(text)).toBeNull();
    },
  );

  it('reads English on pages of every language', () => {
    expect(localeOf('it', 'it').condition('Used - Good')).toBe('used_good');
    expect(localeOf('us', 'zh').condition('New')).toBe('new');
  });
});
