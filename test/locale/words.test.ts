import { describe, expect, it } from 'vitest';
import { type Phrases, wordsByLanguage } from '../../src/locale/index.ts';
import { matcher } from '../../src/locale/phrases.ts';
import { fold } from '../../src/locale/text.ts';
import { other } from '../../src/locale/words/other.ts';
import { lengthUnits, scaleFirst, weightUnits } from '../../src/locale/words/units.ts';

describe.each(Object.entries(wordsByLanguage))('the words of %s', (language, words) => {
  it('have the code of the language', () => {
    expect(words.language).toBe(language);
  });

  it('name all months, each name once', () => {
    if (language === 'ja') return;
    expect(words.dates.months).toHaveLength(12);
    const names = words.dates.months.flatMap((month) => [...new Set(month.map((name) => fold(name)))]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('name all weekdays', () => {
    expect(words.dates.weekdays).toHaveLength(7);
    for (const names of words.dates.weekdays) expect(names.length).toBeGreaterThan(0);
  });

  it('agree with Intl on the names of months and weekdays', () => {
    if (language === 'ja') return;
    for (let month = 0; month < 12; month++) {
      const name = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric' })
        .formatToParts(new Date(2026, month, 12))
        .find(({ type }) => type === 'month')?.value;
      expect(words.dates.months[month]?.map((one) => fold(one))).toContain(fold(name ?? ''));
    }
    for (let day = 0; day < 7; day++) {
      const name = new Intl.DateTimeFormat(language, { weekday: 'long' }).format(new Date(2026, 2, 9 + day));
      expect(words.dates.weekdays[day]?.map((one) => fold(one).replace('*', ''))).toContain(fold(name));
    }
  });

  it.each(['delivery', 'conditions', 'deals', 'stock'] as const)('have phrases for all of %s', (section) => {
    for (const [name, phrases] of Object.entries(words[section])) {
      if (section === 'deals' && name === 'none') continue;
      expect(phrases.length, name).toBeGreaterThan(0);
    }
  });
});

it('no list of phrases has an empty phrase, which would match any text, or the same phrase twice', () => {
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const texts = Object.values(value).filter((one) => typeof one === 'string');
    if (Array.isArray(value)) {
      expect(texts).toEqual([...new Set(texts.map((text) => text.trim()))]);
      expect(texts).not.toContain('');
    }
    Object.values(value).forEach(visit);
  };
  visit([wordsByLanguage, other, scaleFirst, lengthUnits, weightUnits]);
});

it('no list that is searched for any of its phrases has a phrase that another one finds too', () => {
  const searched = {
    delivery: ['free', 'conditional', 'members', 'fastest', 'shipping'],
    conditions: ['new', 'used', 'collectible', 'other'],
    deals: ['none', 'limitedTime', 'lightning', 'primeExclusive', 'notLive'],
    stock: ['outOfStock', 'backorder', 'preorder', 'negations'],
    offers: ['justLaunched', 'importFees', 'noImportFees'],
    search: ['bought', 'membersPrice', 'buy', 'rent', 'invitation', 'usualPrice', 'couponOff', 'couponPrice'],
    reviews: ['helpful', 'onePerson', 'twoPeople'],
    product: ['smallBusiness', 'format', 'changeLocation', 'shipsFrom', 'subscription', 'coupon', 'perMonth'],
    refusals: ['notFound', 'failure', 'captcha', 'interstitial'],
  } as const;
  const finds = (phrase: string, other: string) =>
    ['', 'xyz'].every((rest) => matcher([phrase]).test(fold(other.replaceAll('*', rest))));
  for (const words of [...Object.values(wordsByLanguage), other]) {
    for (const [section, names] of Object.entries(searched) as [keyof typeof searched, readonly string[]][]) {
      for (const name of names) {
        const list = new Map<string, Phrases>(Object.entries(words[section])).get(name) ?? [];
        const covered = list.filter((one) => list.some((another) => another !== one && finds(another, one)));
        expect(covered, `${words.language} ${section}.${name}`).toEqual([]);
      }
    }
  }
});

describe('the labels of detail rows', () => {
  /** Close to each other: "Herstellerreferenz" is a model number or a part number, "dimension" a size in French. */
  const MANY = new Set(['modelNumber', 'partNumber', 'publicationDate', 'releaseDate', 'dimensions', 'size']);
  const OTHERS = new Set(['rankAround', 'pageCount', 'yes', 'no', 'batteriesNeeded']);

  it('mean one thing in all languages', () => {
    const meanings = new Map<string, string>();
    for (const [language, { details }] of Object.entries(wordsByLanguage)) {
      for (const [key, labels] of Object.entries(details)) {
        if (OTHERS.has(key)) continue;
        for (const label of labels) {
          const known = meanings.get(fold(label)) ?? key;
          expect(known === key || (MANY.has(known) && MANY.has(key)), `${language}: ${label}: ${known}, ${key}`).toBe(
            true,
          );
          meanings.set(fold(label), known);
        }
      }
    }
  });

  it('are whole labels', () => {
    const labels = Object.values(wordsByLanguage).flatMap(({ details }) => Object.values(details).flat());
    expect(labels.filter((label) => label.includes('*'))).toEqual([]);
  });
});
