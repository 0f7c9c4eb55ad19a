import { expect, it, vi } from 'vitest';
import { postgresWatchStore } from '../../../src/entries/watch.ts';
import { Secret } from '../../../src/options/secrets.ts';

vi.mock('pg', () => {
  throw new Error("Cannot find package 'pg'");
});

const URL = 'postgres://me:s3cret@127.0.0.1:1/shop';

it.each([
  [{ schema: 'a"b' }, 'schema: "a\\"b" is not a name of a schema'],
  [{ schema: 'Shop' }, 'schema: "Shop" is not a name of a schema'],
  [{ schema: 'pg_shop' }, 'schema: "pg_shop" is not a name of a schema'],
  [{ schema: 'a'.repeat(64) }, 'is not a name of a schema'],
  [{ timeoutMs: 0 }, 'timeoutMs: 0 is not valid'],
  [{ envelopes: 'some' }, 'envelopes: "some" is not valid'],
  [{ shcema: 'a' }, 'shcema: is not an option of postgresWatchStore. Did you mean "schema"?'],
])('refuses the options %j', (options, message) => {
  expect(() => postgresWatchStore(URL, options as object)).toThrow(
    expect.objectContaining({ code: 'INVALID_CONFIGURATION', message: expect.stringContaining(message) }),
  );
});

it.each([
  ['mysql://me:s3cret@host/shop'],
  ['host=localhost password=s3cret'],
  [new Secret('s3cret')],
  [{ connect: () => undefined }],
  [undefined],
])('refuses the database %s, and shows no password', (postgres) => {
  const open = () => postgresWatchStore(postgres as string);
  expect(open).toThrow(/^postgres: .*is not a PostgreSQL URL or a pool of pg: expected/);
  expect(open).not.toThrow(/s3cret/);
});

it('names the missing package', async () => {
  for (const url of [URL, new Secret(URL), 'postgresql:///shop?host=/run/postgresql']) {
    const store = postgresWatchStore(url);
    await expect(store.target('a')).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      message: 'postgres: PostgreSQL needs the package "pg". Install it: npm install pg',
    });
    await store.close();
  }
});
