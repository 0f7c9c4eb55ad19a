import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callerBehind, type TrustProxy, trustedProxies, trustedProxiesIn } from '../../src/service/trusted-proxies.ts';
import { setUpService } from './setup.ts';

function callerOf(setting: TrustProxy, forwarded: string | null, peer?: string) {
  return callerBehind(trustedProxies({ name: 'trustProxy', value: setting }))(forwarded, peer);
}

describe('the address of a caller behind proxies', () => {
  it.each<[string, TrustProxy, string | null, string | undefined, string | undefined]>([
    ['is that of the connection without trusted proxies', false, '192.0.2.7', '192.0.2.1', '192.0.2.1'],
    ['is the last entry with one proxy', true, '192.0.2.7, 192.0.2.8', '10.0.0.1', '192.0.2.8'],
    ['is the last entry if the connection is not known', true, '192.0.2.7, 192.0.2.8', undefined, '192.0.2.8'],
    ['is the last entry but one with two proxies', 2, 'forged, 192.0.2.7, 192.0.2.8', '10.0.0.1', '192.0.2.7'],
    ['is the first entry if there are fewer than proxies', 5, '192.0.2.7, 192.0.2.8', '10.0.0.1', '192.0.2.7'],
    ['is that of the connection for zero proxies', 0, '192.0.2.7', '192.0.2.1', '192.0.2.1'],
    ['skips trusted networks', ['10.0.0.0/8'], '192.0.2.9, 192.0.2.7, 10.9.9.9', '10.0.0.1', '192.0.2.7'],
    ['is that of a connection that is not trusted', ['10.0.0.0/8'], '192.0.2.7', '192.0.2.1', '192.0.2.1'],
    ['is not known if the connection is not', ['10.0.0.0/8'], '192.0.2.7', undefined, undefined],
    ['skips a single address', '192.0.2.1', '192.0.2.7', '192.0.2.1', '192.0.2.7'],
    ['is not that of a neighbour of a single address', '192.0.2.1', '192.0.2.7', '192.0.2.2', '192.0.2.2'],
    ['skips loopback', 'loopback', '192.0.2.7, ::1', '127.0.0.1', '192.0.2.7'],
    ['skips private networks', ['private'], '192.0.2.7, 192.168.1.1, fd00::1', '172.16.0.1', '192.0.2.7'],
    ['skips IPv4-mapped addresses', ['10.0.0.0/8'], '192.0.2.7, ::ffff:a00:2', '::ffff:10.0.0.1', '192.0.2.7'],
    ['is IPv4 for an IPv4-mapped entry', true, '::ffff:192.0.2.7', '10.0.0.1', '192.0.2.7'],
    ['has no port', true, '192.0.2.7:4711', '10.0.0.1', '192.0.2.7'],
    ['has no port and no brackets', true, '[2001:DB8::1]:4711', '10.0.0.1', '2001:db8::1'],
    ['has no scope', true, 'fe80::1%eth0', '10.0.0.1', 'fe80::1'],
    ['is that of the proxy before an entry that is not an address', true, '192.0.2.7, unknown', '10.0.0.1', '10.0.0.1'],
    ['is that of the proxy before an empty entry', ['10.0.0.0/8'], '192.0.2.7, ,10.0.0.2', '10.0.0.1', '10.0.0.2'],
    ['is that of the connection for an empty header', true, '', '10.0.0.1', '10.0.0.1'],
    ['is that of the connection without the header', true, null, '10.0.0.1', '10.0.0.1'],
    ['is the first entry if all are trusted', ['10.0.0.0/8'], '10.0.0.3, 10.0.0.2', '10.0.0.1', '10.0.0.3'],
  ])('%s', (_, setting, forwarded, peer, expected) => expect(callerOf(setting, forwarded, peer)).toBe(expected));

  it('is read from the last entries of a long header', () => {
    const forged = Array.from({ length: 100_000 }, () => '10.0.0.9').join(',');
    expect(callerOf(['10.0.0.0/8'], `192.0.2.9,${forged}`, '10.0.0.1')).toBe('10.0.0.9');
    expect(callerOf(['10.0.0.0/8'], `${forged},192.0.2.7,10.0.0.2`, '10.0.0.1')).toBe('192.0.2.7');
    expect(callerOf(true, '1'.repeat(100_000), '10.0.0.1')).toBe('10.0.0.1');
  });

  it('does not depend on what is before it, whatever that is', () => {
    const anything = fc.oneof(fc.string(), fc.stringMatching(/^[\d.:,a-f[\] %"]{0,60}$/), fc.ipV4(), fc.ipV6());
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 40 }), (forged) => {
        const header = [...forged, '192.0.2.7', '10.0.0.2'].join(',');
        expect(callerOf(['10.0.0.0/8'], header, '10.0.0.1')).toBe('192.0.2.7');
        expect(callerOf(2, header, '10.0.0.1')).toBe('192.0.2.7');
      }),
    );
  });

  it('cannot be chosen by a caller, whose entries are before that of the proxy', async () => {
    const { send, key } = await setUpService({ wrongKeysPerMinute: 1, trustProxy: ['10.0.0.0/8'] });
    const peer = { incoming: { socket: { remoteAddress: '::ffff:10.0.0.1' } } };
    const call = async (apiKey: string, forwarded: string) =>
      (
        await send(
          '/v1/product?asin=B0LANTERN1',
          { headers: { 'x-api-key': apiKey, 'x-forwarded-for': forwarded } },
          peer,
        )
      ).status;
    expect(await call('bb_wrong', '192.0.2.7, 192.0.2.1')).toBe(401);
    expect(await call('bb_wrong', '192.0.2.8, 192.0.2.1')).toBe(429);
    expect(await call('bb_wrong', '192.0.2.1, 192.0.2.2')).toBe(401);
    expect(await call(key, '192.0.2.8, 192.0.2.1')).toBe(200);
  });
});

describe('the setting trustProxy', () => {
  it.each<[string, TrustProxy]>([
    ['true', true],
    ['false', false],
    ['1', 1],
    ['0', 0],
    ['loopback', ['127.0.0.0/8', '::1/128']],
    ['10.0.0.0/8, 2001:DB8::/32', ['10.0.0.0/8', '2001:db8::/32']],
    ['192.0.2.1,::1', ['192.0.2.1/32', '::1/128']],
  ])('reads the text %j', (text, expected) => expect(trustedProxiesIn('trust-proxy', text)).toEqual(expected));

  it('adds the networks of several flags', () => {
    const first = trustedProxiesIn('trust-proxy', '10.0.0.0/8');
    expect(trustedProxiesIn('trust-proxy', '::1', first)).toEqual(['10.0.0.0/8', '::1/128']);
  });

  it.each([
    'yes',
    '',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/',
    '10.0.0/8',
    'proxy.example.com',
    '::ffff:10.0.0.0/104',
    '17',
    '10.0.0.0/8,,',
  ])('refuses %j', (text) =>
    expect(() => trustedProxiesIn('trust-proxy', text)).toThrow(
      /^trust-proxy: .* is not valid: expected true, false, a/,
    ),
  );

  it.each([[], [1], {}, null, 1.5, -1])('refuses %j', (value) =>
    expect(() => trustedProxies({ name: 'trustProxy', value })).toThrow(/^trustProxy: .* is not valid: expected true/),
  );
});
