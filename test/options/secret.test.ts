import { format, inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/options/secrets.ts';

const VALUE = 'sk-sesame-0123456789';

describe('a secret', () => {
  const secret = new Secret(VALUE);

  it('returns its value only when asked for it by name', () => {
    expect(secret.reveal()).toBe(VALUE);
  });

  it.each([
    ['a string', String(secret)],
    ['a template', `key ${secret}`],
    ['joined', [secret].join()],
    ['JSON', JSON.stringify({ secret })],
    ['console.log', format('%s %o %O %j', secret, secret, secret, secret)],
    ['inspect', inspect({ secret }, { showHidden: true, depth: 20, getters: true })],
  ])('prints as [secret]: %s', (_, shown) => {
    expect(shown).toContain('[secret]');
    expect(shown).not.toContain(VALUE);
  });

  it.each([
    ['inspect without its own form', inspect(secret, { showHidden: true, customInspect: false })],
    ['spread', inspect({ ...secret }, { showHidden: true })],
    ['assign', inspect(Object.assign({}, secret), { showHidden: true })],
    ['structuredClone', inspect(structuredClone(secret), { showHidden: true })],
    ['its keys', Reflect.ownKeys(secret).join()],
  ])('has nothing to copy: %s', (_, shown) => {
    expect(shown).not.toContain(VALUE);
  });
});
