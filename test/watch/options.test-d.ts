import { describe, expectTypeOf, it } from 'vitest';
import type {
  ImportOptions,
  Rules,
  StepHistoryOf,
  WatchOptions,
  WatchPlanOptions,
  WatchStoreOptions,
  WatchTarget,
} from '../../src/entries/watch.ts';

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
    expectTypeOf<{ every: '6h'; shortest: '10m' }>().toExtend<WatchPlanOptions>();
    expectTypeOf<{ every: 'often' }>().not.toExtend<WatchPlanOptions>();
  });

  it('so are those of imports, stores and histories', () => {
    expectTypeOf<'1d'>().toExtend<ImportOptions['every']>();
    expectTypeOf<'often'>().not.toExtend<ImportOptions['every']>();
    expectTypeOf<{ keep: { envelopes: '90d'; changes: 60_000 } }>().toExtend<WatchStoreOptions>();
    expectTypeOf<{ observations: '3 weeks' }>().not.toExtend<WatchStoreOptions['keep']>();
    expectTypeOf<'1d'>().toExtend<StepHistoryOf['step']>();
    expectTypeOf<'day'>().not.toExtend<StepHistoryOf['step']>();
  });
});
