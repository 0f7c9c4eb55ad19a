import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EMBEDDING_IPV4,
  SPECIAL_IPV4,
  SPECIAL_IPV6,
  type SpecialNetwork,
  specialUseOf,
} from '../../src/sources/special-addresses.ts';

function isPrivateAddress(address: string): boolean {
  return specialUseOf(address) !== undefined;
}

/** Returns an address as a number. */
function numberOf(address: string): bigint {
  if (!address.includes(':')) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [head = '', tail = ''] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
  return groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

function textOf(value: bigint, bits: 32 | 128): string {
  const size = bits === 32 ? 8n : 16n;
  const count = bits === 32 ? 4 : 8;
  const parts = Array.from(
    { length: count },
    (_, index) => (value >> (size * BigInt(count - 1 - index))) & ((1n << size) - 1n),
  );
  return bits === 32 ? parts.join('.') : parts.map((part) => part.toString(16)).join(':');
}

/** Returns the first and the last address of a network, and their neighbours outside of it. */
function edgesOf([network, prefix]: SpecialNetwork, bits: 32 | 128) {
  const first = numberOf(network);
  const last = first + (1n << BigInt(bits - prefix)) - 1n;
  const isAddress = (value: bigint) => value >= 0n && value < 1n << BigInt(bits);
  return { inside: [first, last], outside: [first - 1n, last + 1n].filter(isAddress) };
}

function isIn(value: bigint, networks: readonly SpecialNetwork[], bits: 32 | 128): boolean {
  return networks.some((network) => {
    const [first = 0n, last = 0n] = edgesOf(network, bits).inside;
    return value >= first && value <= last;
  });
}

describe('special-purpose addresses', () => {
  it.each([...SPECIAL_IPV4])('are private from the first to the last address of %s/%i, %s', (...network) => {
    const { inside, outside } = edgesOf(network, 32);
    for (const value of inside) expect(isPrivateAddress(textOf(value, 32))).toBe(true);
    for (const value of outside) {
      expect({ value, isPrivate: isPrivateAddress(textOf(value, 32)) }).toEqual({
        value,
        isPrivate: isIn(value, SPECIAL_IPV4, 32),
      });
    }
  });

  it.each([...SPECIAL_IPV6])('are private from the first to the last address of %s/%i, %s', (...network) => {
    const { inside, outside } = edgesOf(network, 128);
    const isEmbedding = (value: bigint) => isIn(value, EMBEDDING_IPV4, 128);
    for (const value of inside) expect(isPrivateAddress(textOf(value, 128))).toBe(true);
    for (const value of outside.filter((candidate) => !isEmbedding(candidate))) {
      expect({ value, isPrivate: isPrivateAddress(textOf(value, 128)) }).toEqual({
        value,
        isPrivate: isIn(value, SPECIAL_IPV6, 128),
      });
    }
  });

  it.each([...EMBEDDING_IPV4])('are decided by the IPv4 address at the end of %s/%i', (network, prefix) => {
    const { outside } = edgesOf([network, prefix, ''], 128);
    for (const value of outside) expect(isPrivateAddress(textOf(value, 128))).toBe(true);
    for (const special of SPECIAL_IPV4) {
      const edges = edgesOf(special, 32);
      for (const value of [...edges.inside, ...edges.outside]) {
        const embedded = textOf(numberOf(network) + value, 128);
        const isPrivate = isIn(value, SPECIAL_IPV4, 32);
        expect({ embedded, isPrivate: isPrivateAddress(embedded) }).toEqual({ embedded, isPrivate });
      }
    }
  });

  it.each([
    '2002:7f00:1::',
    'fec0::1',
    '64:ff9b:1::1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:7f00:1',
    '0:0:0:0:0:FFFF:169.254.169.254',
    '0:0:0:0:0:ffff::',
    'fe80::1%eth0',
    '2600:9000::1%eth0',
    '2001:0:53aa::1',
    '0.1.2.3',
    '255.255.255.255',
    '0177.0.0.1',
    '127.1',
    '2130706433',
    'localhost',
    '',
  ])('include %j', (address) => expect(isPrivateAddress(address)).toBe(true));

  it.each(['64:ff9b::8.8.8.8', '64:ff9b::808:808', '::ffff:808:808', '2a00:1450::1', '2000::', '3ffd:ffff::1'])(
    'do not include %s',
    (address) => expect(isPrivateAddress(address)).toBe(false),
  );

  it('are the same for every way to write an address', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
        fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }),
        (six, four) => {
          expect(isPrivateAddress(textOf(six, 128))).toBe(!(six >> 125n === 1n) || isIn(six, SPECIAL_IPV6, 128));
          const isPrivate = isIn(four, SPECIAL_IPV4, 32);
          const dotted = textOf(four, 32);
          const [high, low] = [(four >> 16n).toString(16), (four & 65_535n).toString(16)];
          const texts = [
            dotted,
            `::ffff:${dotted}`,
            `::FFFF:${high}:${low}`,
            `0:0:0:0:0:ffff:${high}:${low}`,
            `64:ff9b::${dotted}`,
            `64:ff9b:0:0:0:0:${high}:${low}`,
          ];
          expect(texts.map(isPrivateAddress)).toEqual(texts.map(() => isPrivate));
        },
      ),
    );
  });

  it('are named', () => {
    expect(specialUseOf('fe80::1')).toBe('link-local');
    expect(specialUseOf('::ffff:c000:201')).toBe('documentation');
  });
});
