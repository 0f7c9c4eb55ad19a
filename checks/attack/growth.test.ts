import { describe, expect, it } from 'vitest';
import { markup } from '../../test/markup.ts';
import { Base } from './bases.ts';
import { growthOf, type Series } from './growth.ts';

const base = new Base({
  name: 'product/lantern',
  html: markup`<html><body><div id="dp"><span id="productTitle">Lantern</span></div></body></html>`,
  context: { url: 'https://www.amazon.com/dp/B0LANTERN1' },
});

/** A series whose pages name their slots and have a size. */
const series: Series = {
  what: 'letters',
  base,
  paths: ['#a', '#b', '#c', '#d', '#e'],
  page: (size, paths) => `${paths.join(' ')}=${size}`,
};

/** Returns a clock that is given the size in kB of the text in a slot. */
const clockOf = (cpu: (kb: number, paths: readonly string[]) => number) => (html: string) => {
  const [paths = '', size] = html.split('=');
  return cpu(Number(size) / 1000, paths.split(' '));
};

describe('growth', () => {
  it('is linear if the time doubles with the size', () => {
    const { isSteep, times } = growthOf(
      series,
      clockOf((kb) => kb),
    );
    expect(isSteep).toBe(false);
    expect(times).toHaveLength(3);
  });

  it('is not measured where the time is short', () => {
    expect(
      growthOf(
        series,
        clockOf(() => 5),
      ).isSteep,
    ).toBe(false);
  });

  it('is steep if the time grows like the square, and names the slot', () => {
    const square = clockOf((kb, paths) => (paths.includes('#d') ? kb * kb : 1));
    expect(growthOf(series, square)).toMatchObject({ isSteep: true, what: 'product/lantern: letters in #d' });
  });

  it('is not steep because of one slow measurement', () => {
    let reads = 0;
    const noisy = clockOf((kb) => (++reads % 4 === 0 ? kb * 20 : kb));
    expect(growthOf(series, noisy).isSteep).toBe(false);
  });

  it('is not measured in larger sizes once it takes long', () => {
    const sizes: number[] = [];
    growthOf(
      series,
      clockOf((kb) => {
        sizes.push(kb);
        return kb ** 3;
      }),
    );
    expect(Math.max(...sizes)).toBeLessThan(100);
  });
});
