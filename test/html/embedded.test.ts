import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonAfter, parseLoose } from '../../src/html/index.ts';

describe('embedded JSON', () => {
  it.each([
    [`var x = {'colorImages': { 'initial': [{"a":1}]}};`, `'colorImages':`, { initial: [{ a: 1 }] }],
    [`P.register("x", function() { return {"a": "}"}; }); var data = {"b": [1, 2]};`, 'var data', { b: [1, 2] }],
    [`data["x"] = {"a": "\\"}"};`, 'data["x"]', { a: '"}' }],
    [`x = jQuery.parseJSON('{"a":1}')`, 'parseJSON', { a: 1 }],
    [`x = { a: 'it\\'s "so"', /* no */ b: true, // yes\n c: [1,2,], }`, 'x', { a: 'it\'s "so"', b: true, c: [1, 2] }],
  ])('reads %s', (text, marker, value) => {
    expect(jsonAfter(text, marker)).toEqual(value);
  });

  it.each([
    ['no marker here', 'x ='],
    ['x = 5; y = {"a":1}', 'x ='],
    ['x = {"a":1', 'x ='],
    ['x = {"a":"1}', 'x ='],
    ['x = {function() {}}', 'x ='],
  ])('returns undefined for %s', (text, marker) => {
    expect(jsonAfter(text, marker)).toBeUndefined();
  });

  it('returns the value of the first marker that has one', () => {
    expect(jsonAfter('"a": null, "a": {"b":2}', '"a"')).toEqual({ b: 2 });
  });

  it.each(['{"a": alert(1)}', "{'a': (() => 1)()}", '{get a() { return 1 }}', '{[`a`]: 1}', '{"a": new Date()}'])(
    'is data only: %s is not run',
    (literal) => {
      expect(jsonAfter(`x = ${literal}`, 'x')).toBeUndefined();
    },
  );

  it('is in a library that has no way to run text', () => {
    const sources = globSync('src/**/*.ts').map((file) => readFileSync(file, 'utf8'));
    expect(sources.length).toBeGreaterThan(100);
    expect(
      // A client of Redis has a method of this name, which sends a script to Redis.
      sources.filter((source) =>
        /(?<!client\.)\beval\(|\bnew Function\b|[^.\w]Function\(|['"](?:node:)?vm['"]/.test(source),
      ),
    ).toEqual([]);
  });

  it('reads any JSON, and any string in single quotes', () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), (json, noise) => {
        const value: unknown = JSON.parse(json);
        if (typeof value !== 'object' || value === null) return;
        expect(jsonAfter(`var marker: = ${json}; ${noise}`, 'marker:')).toEqual(value);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const literal = `{'key': '${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}'}`;
        const expected = text.replace(/[\b\f\v\0]/g, '');
        // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has no raw control characters
        if (/[\u0000-\u001f]/.test(expected)) return;
        expect(parseLoose(literal)).toEqual({ key: text });
      }),
    );
  });
});
