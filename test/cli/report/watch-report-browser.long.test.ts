import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../../checks/is-nightly.ts';
import { sqliteWatchStore } from '../../../src/entries/watch.ts';
import { expectAccessible, expectFits, hasChromium, useChromium } from '../../browser.ts';
import { change, HOUR, look, START, state, target, visit } from '../../watch/visits.ts';
import { start } from '../batch/process.ts';

describe.skipIf(!hasChromium)('the pages of a watch in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'buybox-watch-report-'));
  const at = (name: string) => join(folder, name);
  const open = useChromium();

  beforeAll(async () => {
    const store = sqliteWatchStore(at('w.db'));
    await store.add([target('lamp'), target('long'.repeat(30), { params: { asin: 'B0LANTERN2', marketplace: 'us' } })]);
    const seller = { id: 'A1LAMPS0000', name: 'A name that is longer than the column of a telephone' };
    for (let number = 1; number <= 30; number++) {
      const time = START + number * HOUR;
      const values = { price: 30 - number / 2, currency: 'USD', in_stock: number % 5 > 0, title: 'Lantern', seller };
      const changes = [change(`c${number}`, time, { target: target('lamp') })];
      const deliveries = [{ change: `c${number}`, receiver: 'mail' }];
      await store.record(visit('lamp', number, look(time, values), { changes, deliveries }));
    }
    const failed = { state: state(1, { failures: 3, failed: 3 }) };
    await store.record(visit('long'.repeat(30), 1, undefined, failed));
    await store.close();
    const history = ['history', 'B0LANTERN1', '--target', 'lamp', '--db', at('w.db'), '--out', at('history.html')];
    for (const args of [['report', '--db', at('w.db'), '--out', at('report.html')], history]) {
      const { exit, err } = start(args);
      expect(await exit, err()).toBe(0);
    }
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const LOOKS = [
    ['report.html', 1280, 'light'],
    ['history.html', 360, 'dark'],
    ['report.html', 360, 'dark'],
    ['history.html', 1280, 'light'],
  ] as const;

  it.each(isNightly ? LOOKS : LOOKS.slice(0, 2))(
    '%s at a width of %i, %s: loads nothing else, fits and is accessible',
    async (file, width, colorScheme) => {
      const page = await open(pathToFileURL(at(file)).href, { width, colorScheme });
      await expectFits(page);
      await expectAccessible(page, ['color-contrast', 'svg-img-alt']);
    },
  );
});
