import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/contract/json.ts';

const nested = (levels: number, [open, close]: readonly [string, string]) => open.repeat(levels) + close.repeat(levels);

describe('parseJson', () => {
  it.each([
    ['lists', ['[', ']']],
    ['objects', ['{"a":{"b":[', ']}}']],
  ] as const)('accepts 200 levels of %s, and no more', (_, brackets) => {
    const levels = brackets[0].replace(/[^[{]/g, '').length;
    const most = Math.floor(200 / levels);
    expect(parseJson(nested(most, brackets))).toEqual(JSON.parse(nested(most, brackets)));
    expect(() => parseJson(nested(most + 1, brackets))).toThrow('JSON is nested more than 200 levels deep');
  });

  it('counts levels, not brackets', () => {
    const wide = `[${Array.from({ length: 5_000 }, () => '{"a":[1,{}]}').join()}]`;
    expect(parseJson(wide)).toHaveLength(5_000);
  });

  it.each(['[', '"[', '\\"[', '\\\\', '\\\\\\"{', 'a', ''])('ignores brackets in a string such as %j', (text) => {
    const value = { [text.repeat(300)]: text.repeat(300) };
    expect(parseJson(JSON.stringify(value))).toEqual(value);
    expect(() => parseJson(`[${JSON.stringify(value)},${nested(200, ['[', ']'])}]`)).toThrow(SyntaxError);
  });

  it('throws a SyntaxError for a text that is not JSON', () => {
    for (const text of ['', '[', '{"a"', 'undefined']) expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  it('survives a million levels', () => {
    expect(() => parseJson(nested(1_000_000, ['[', ']']))).toThrow('levels deep');
  });
});
