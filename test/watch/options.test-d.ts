import { describe, expectTypeOf, it } from 'vitest';
import type { Rules, WatchOptions, WatchPlanOptions, WatchTarget } from '../../src/entries/watch.ts';

describe('the times of a watch', () => {
  it('are milliseconds, or a number with a unit', () => {
    type Times = Pick<WatchOptions, 'every' | 'confirmAfter' | 'shortest'>;
    expectTypeOf<{ every: '15m'; confirmAfter: 60_000; shortest: '1.5h' }>().toExtend<Times>();
    expectTypeOf<{ every: 'often' }>().not.toExtend<Pick<WatchOptions, 'every'>>();
    expectTypeOf<{ confirmAfter: '1 minute' }>().not.toExtend<Pick<WatchOptions, 'confirmAfter'>>();
    expectTypeOf<{ shortest: '5' }>().not.toExtend<Pick<WatchOptions, 'shortest'>>();
  });

  it('so are those of targets, rules and plans', () => {
    expectTypeOf<'1d'>().toExtend<WatchTarget['every']>();
    expectTypeOf<'1 day'>().not.toExtend<WatchTarget['every']>();
    expectTypeOf<{ price_changed: { cooldown: '6h' } }>().toExtend<Rules>();
    expectTypeOf<{ price_changed: { cooldown: 'six hours' } }>().not.toExtend<Rules>();
    expectTypeOf<{ every: '6h'; lasts: '7d' }>().toExtend<WatchPlanOptions>();
    expectTypeOf<{ every: 'often' }>().not.toExtend<WatchPlanOptions>();
  });
});
