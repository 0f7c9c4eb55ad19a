import { beforeAll, describe, expect, it } from 'vitest';
import { parseDocument } from '../../src/html/index.ts';
import { selectAll } from '../../src/html/query.ts';
import { markup } from '../../test/markup.ts';
import { isNightly } from '../is-nightly.ts';
import { Attacker, KINDS } from './attacks.ts';
import { Base } from './bases.ts';
import { type Plan, planOf } from './plan.ts';
import { Random } from './random.ts';
import { SCRIPTS } from './scripts.ts';
import { selectorOf, stepsOf } from './selectors.ts';
import { STRUCTURES } from './structures.ts';
import { almost, TEXTS } from './texts.ts';

const base = new Base({
  name: 'product/lantern',
  html: markup`
    <html><head></head><body><div id="dp"><span id="productTitle">Lantern</span>
    <div id="apex_desktop"><span class="a-price priceToPay"><span class="a-offscreen">$10.00</span></span></div>
    <table id="specs"><tr><th>Weight</th><td>2 kg</td></tr></table>
    <div id="buybox"><form id="addToCart"><input name="submit.add-to-cart" type="submit"></form></div></div></body></html>`,
  context: { url: 'https://www.amazon.com/dp/B0LANTERN1', requestedAt: new Date('2026-11-20T12:00:00Z') },
});
let plan: Plan;

beforeAll(() => {
  plan = planOf([base]);
});

describe('the plan', () => {
  it('has the places that the readers ask for, found or not', () => {
    const { paths = [], markers = [], states = [] } = plan.product ?? {};
    expect(paths).toContain('#productTitle');
    // The page has no ratings and no pictures.
    expect(paths.some((path) => path.includes('acrCustomerReviewText'))).toBe(true);
    expect(paths.some((path) => path.includes('landingImage') && path.includes('@'))).toBe(true);
    expect(markers.some((marker) => marker.includes('colorImages'))).toBe(true);
    expect(states).toContain('desktop-landing-image-data');
  });

  it('has nearly all of them in a page that is filled with them', () => {
    const all = plan.product?.paths ?? [];
    // By day, one of four.
    const paths = all.filter((_, at) => isNightly || at % 4 === 0);
    const missed = paths.filter((path) => {
      const [selector = '', attribute] = path.split(/@([\w-]+)$/);
      const edit = base.editAt(path, 'XYZZY');
      const html = base.html.slice(0, edit.start) + edit.text + base.html.slice(edit.end);
      const found = selectAll(parseDocument(html).root, selector);
      // An attack on an attribute that a selector needs takes the element out of its reach.
      return !selector.includes(`[${attribute}`) && (found.length === 0 || !html.includes('XYZZY'));
    });
    expect(all.length).toBeGreaterThan(500);
    expect(missed.length / paths.length, missed.join('\n')).toBeLessThan(0.1);
  });
});

describe('a hostile page', () => {
  it('is the same for the same seed and number, and another for another', () => {
    const pages = (seed: number) =>
      Array.from({ length: 30 }, (_, number) => new Attacker([base], plan, { max: 5000 }).attack(seed, number));
    expect(pages(1)).toEqual(pages(1));
    expect(pages(1).map(({ html }) => html)).not.toEqual(pages(2).map(({ html }) => html));
  });

  it('is of every kind and every entry point', () => {
    const attacker = new Attacker([base], plan, { max: 2000 });
    const made = Array.from({ length: 300 }, (_, number) => attacker.attack(1, number));
    expect(new Set(made.map(({ kind }) => kind))).toEqual(new Set(KINDS));
    expect(new Set(made.map(({ entry }) => entry))).toEqual(
      new Set(['parsePage', 'explainPage', 'document', 'limited', 'workers']),
    );
  });
});

describe('sizes', () => {
  const SIZE = 4000;

  it('of texts, structures and scripts are as asked', () => {
    const material = { size: SIZE, open: '<p id="a">', close: '</p>', whole: '<p id="a">x</p>' };
    const made = [
      ...TEXTS.map(({ name, make }) => [name, make(SIZE)] as const),
      ...STRUCTURES.map(({ name, make }) => [name, make({ ...material, random: new Random(1) })] as const),
      ...SCRIPTS.map(({ name, make }) => [name, make(SIZE, '"marker"', new Random(1))] as const),
    ];
    const wrong = made.filter(([, { length }]) => length < SIZE * 0.25 || length > SIZE * 3);
    expect(wrong.map(([name, { length }]) => `${name}: ${length}`)).toEqual([]);
  });
});

describe('a text that is almost like an honest one', () => {
  it('has a piece of it many times', () => {
    const { make } = almost('1-16 of 20', new Random(3));
    expect(make(1000).length).toBeGreaterThan(900);
    expect(make(1000)).toBe(almost('1-16 of 20', new Random(3)).make(1000));
  });
});

describe('steps', () => {
  it.each([
    ['#a :is(.b, .c) d', ['#a .b d', '#a .c d']],
    ['.a, .b', ['.a', '.b']],
    ['.a:is(b.c) > d', ['b.a.c > d']],
  ])('of %s have no alternatives', (selector, some) => {
    expect(stepsOf(selector).map(selectorOf)).toEqual(some);
  });
});
