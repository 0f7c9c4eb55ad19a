/** The time limit of a page, driven by a clock that counts its looks. */
import { describe, expect, it } from 'vitest';
import { Block, elementsBelow, jsonAfter, PageLimit, parseDocument, step, TimeLimit } from '../../src/html/index.ts';

/** The error of the limit. */
class Late extends Error {}

/** Runs work within a limit whose clock adds one millisecond at each look. Returns how often the clock was read. */
function looksOf(work: () => void, ms = 1_000_000): number {
  let looks = 0;
  new TimeLimit(
    ms,
    () => new Late(),
    Infinity,
    () => looks++,
  ).run(work);
  return looks;
}

/** The work that a page of a size takes, for each way that a loop can run over it. */
const MANY = 4_000;
const document = parseDocument(`<main>${'<p class="a"><b>x</b></p>'.repeat(MANY)}</main>`);
const deep = parseDocument(`${'<section>'.repeat(400)}<b>x</b>`);
const main = new Block({ document }, [document.root], '');
const inner = new Block({ document: deep }, [deep.root], '').find('b');
const WORK: Record<string, () => void> = {
  'parsing start tags': () => void parseDocument('<i>'.repeat(MANY)),
  'parsing end tags': () => void parseDocument('</i>'.repeat(MANY)),
  "parsing with parse5's own tokenizer": () => void parseDocument(`\0${'</i>'.repeat(MANY)}`),
  'parsing moved elements': () => void parseDocument(`<table>${'<i>x</i>'.repeat(MANY)}`),
  'finding elements': () => {
    for (let time = 0; time < 10; time++) main.find('i');
  },
  'testing elements': () => void main.find('main b:not(i b)'),
  'finding elements with parts left out': () => void main.without(main.find('i, main > p:first-child')).find('i'),
  'reading text': () => {
    for (let time = 0; time < 10; time++) main.text();
  },
  'reading text with blanks': () => {
    for (let time = 0; time < 10; time++) main.spacedText();
  },
  'reading lines': () => {
    for (let time = 0; time < 10; time++) main.lines();
  },
  'visiting elements': () => void [...elementsBelow(document.root)],
  'finding an ancestor': () => {
    for (let time = 0; time < 100; time++) inner.closest('i');
  },
  'searching JSON without an end': () => void jsonAfter('x{'.repeat(2 * MANY), 'x'),
  'searching invalid JSON': () => void jsonAfter(`x{${'a,'.repeat(MANY)}}`, 'x'),
};

describe('a time limit', () => {
  it.each(Object.entries(WORK))('checks the clock while %s', (_, work) => {
    const looks = looksOf(work);
    expect(looks).toBeGreaterThan(3);
    expect(() => looksOf(work, 3)).toThrow(Late);
  });

  it('rarely looks at the clock', () => {
    expect(looksOf(() => void main.text())).toBeLessThan(MANY / 50);
  });

  it('cannot be caught and forgotten', () => {
    const swallow = () => {
      try {
        step(10_000);
      } catch {
        // As a reader does whose JSON is malformed.
      }
    };
    expect(() => looksOf(swallow, 1)).toThrow(Late);
  });

  it('ends with its page', () => {
    expect(() => looksOf(() => step(10_000), 1)).toThrow(Late);
    expect(() => step(1_000_000)).not.toThrow();
    expect(looksOf(() => expect(() => looksOf(() => step(10_000), 1)).toThrow(Late))).toBeLessThan(4);
  });

  it('limits the steps on each machine, however fast its clock', () => {
    const read = (count: number) =>
      new TimeLimit(
        1,
        () => new Late(),
        10_000,
        () => 0,
      ).run(() => {
        for (let at = 0; at < count; at++) step();
      });
    expect(() => read(9_000)).not.toThrow();
    expect(() => read(12_000)).toThrow(new PageLimit('steps of reading', 10_000));
  });
});
