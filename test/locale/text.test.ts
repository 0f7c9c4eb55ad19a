import { describe, expect, it } from 'vitest';
import { fold, plain } from '../../src/locale/text.ts';

describe('plain', () => {
  it.each([
    ['1\u00a0299,99\u202f€', '1 299,99 €'],
    ['١٬٢٩٩٫٩٩', '1,299.99'],
    ['۱۲۳۴۵۶۷۸۹۰', '1234567890'],
    ['१२३४५६७८९०', '1234567890'],
    ['￥１，２９９', '¥1,299'],
    ['10 – 14', '10 - 14'],
    ['4月22日～23日', '4月22日~23日'],
    ['\u200f12\u200e \u200bx', '12 x'],
    ['14.6″', '14.6"'],
    ['d’occasion', "d'occasion"],
    ['  a \n\t b ', 'a b'],
  ])('%j is %j', (text, expected) => {
    expect(plain(text)).toBe(expected);
  });
});

describe('fold', () => {
  it.each([
    ['GRÁTIS', 'gratis'],
    ['Kullanılmış', 'kullanilmis'],
    ['İLK SİPARİŞ', 'ilk siparis'],
    ['Für März', 'fur marz'],
    ['أبريل', 'ابريل'],
    ['غدًا', 'غدا'],
    ['中古品', '中古品'],
    ['プライム', 'プライム'],
    ['내일', '내일'],
    ['zł', 'zł'],
  ])('%j is %j', (text, expected) => {
    expect(fold(text)).toBe(expected);
  });
});
