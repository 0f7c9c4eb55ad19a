import { describe, expect, it } from 'vitest';
import { boughtPastMonth } from '../../../src/pages/parts/feedback.ts';
import { localeOf } from '../../locale/support.ts';

describe('bought in the past month', () => {
  it.each([
    ['us', 'en', '2K+ bought in past month', 2000],
    ['de', 'de', '300+ Mal im letzten Monat gekauft', 300],
    ['fr', 'fr', 'Plus de 200 achetés au cours du mois dernier', 200],
    ['it', 'it', 'Più di 400 acquistati nel mese scorso', 400],
    ['es', 'es', '70+ comprados el mes pasado', 70],
    ['br', 'pt', 'Mais de 3 mil compras no mês passado', 3000],
    ['jp', 'ja', '過去1か月で2万点以上購入されました', 20000],
    ['tr', 'tr', "Geçen ay 600'den fazla satın alındı", 600],
    ['sa', 'ar', 'تم شراء أكثر من ٢٠٠ خلال الشهر الماضي', 200],
    ['nl', 'nl', 'Meer dan 80 gekocht in afgelopen maand', 80],
    ['pl', 'pl', 'Ponad 90 kupionych w zeszłym miesiącu', 90],
    ['se', 'sv', 'Fler än 60 köpta senaste månaden', 60],
    ['us', 'zh', '上个月有 500+ 顾客购买', 500],
    ['us', 'ko', '지난달 500개 이상 구매', 500],
  ] as const)('is read on %s in %s: %s', (code, language, text, count) => {
    expect(boughtPastMonth(text, localeOf(code, language))).toBe(count);
  });

  it.each([
    ['us', 'en', 'Buy 2, save 5%'],
    ['us', 'en', '2K+ bought in past week'],
    ['us', 'en', 'Save 5% on 2 bought in past month'],
    ['us', 'en', 'Bought in past month from $12.00'],
    ['us', 'en', '2K+ sold by this seller in past month'],
    ['fr', 'fr', '2 achetés, 1 offert'],
    ['br', 'pt', 'Na compra de 2, leve 3'],
    ['es', 'es', '10 % de descuento en 2 comprados'],
    ['jp', 'ja', '55ポイント(1%) 本出品者から対象商品を2点購入で5%割引'],
    ['jp', 'ja', '過去1か月でAmazonで新しく追加された商品'],
    ['tr', 'tr', '2 ürün satın alana hediye'],
  ] as const)('is absent on %s in %s for another line: %s', (code, language, text) => {
    expect(boughtPastMonth(text, localeOf(code, language))).toBeUndefined();
  });
});
