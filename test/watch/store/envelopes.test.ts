import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AnyEnvelope } from '../../../src/contract/marketplace.ts';
import { packed, unpacked } from '../../../src/watch/store/envelope-rows.ts';
import { runsOf } from '../../runs.ts';
import { envelope, START } from '../visits.ts';

const json = fc.jsonValue({ maxDepth: 3 });
const data = fc.option(fc.dictionary(fc.constantFrom('title', 'bb_price', '__proto__', 'seller', 'é'), json));

it('restores what it stored, whatever the whole envelope is', () => {
  const property = fc.property(data, data, (one, other) => {
    const parsed = (value: unknown) => JSON.parse(JSON.stringify(value)) as AnyEnvelope;
    const [own, whole] = [one, other].map((part) => parsed({ ...envelope(START, {}), data: part }));
    if (own === undefined || whole === undefined) throw new Error('two envelopes');
    expect(unpacked(packed(own))).toEqual(own);
    expect(unpacked(packed(own, whole), whole)).toEqual(own);
  });
  fc.assert(property, runsOf(300));
});

it('needs few bytes for a small difference between large envelopes', () => {
  const words = Array.from({ length: 6_000 }, (_, index) => `word${(index * 7919) % 6_007}`).join(' ');
  const [before, after] = [20, 19.5].map((bb_price) => envelope(START + bb_price, { title: words, bb_price }));
  if (before === undefined || after === undefined) throw new Error('two envelopes');
  expect(packed(after, before).length).toBeLessThan(150);
});
