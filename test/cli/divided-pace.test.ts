import { describe, expect, it } from 'vitest';
import { dividedPace } from '../../src/cli/cluster/divided-pace.ts';
import type { PageSource } from '../../src/entries/local.ts';

const source = (pace?: PageSource['pace']): PageSource =>
  Object.assign(() => Promise.reject(new Error('not called')), pace === undefined ? {} : { pace });

describe('the pace of one process of a cluster', () => {
  it('is a part of the pace for the sites', () => {
    expect(dividedPace(undefined, undefined, 4)).toEqual({ concurrency: 1, minGapMs: 4_000, jitterMs: 2_000 });
    expect(dividedPace({ concurrency: 8, minGapMs: 100 }, undefined, 2)).toEqual({
      concurrency: 4,
      minGapMs: 200,
      jitterMs: 1_000,
    });
  });

  it('is a part of the pace of a page source, and none without one', () => {
    const pages = source({ concurrency: 6, minGapMs: 10, jitterMs: 0 });
    expect(dividedPace(undefined, pages, 3)).toEqual({ concurrency: 2, minGapMs: 30, jitterMs: 0 });
    expect(dividedPace(undefined, source(), 3)).toBeUndefined();
  });
});
