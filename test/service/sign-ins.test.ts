import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSignIns } from '../../src/service/dashboard/sign-ins.ts';
import { setUpService } from './setup.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const ATTACKER = '192.0.2.1';
const OPERATOR = '192.0.2.2';

describe('wrong tokens at the sign-in', () => {
  it('make an IP address wait, longer with each, but at most a minute', () => {
    const signIns = openSignIns(2);
    const waits: (number | undefined)[] = [];
    for (let wrong = 0; wrong < 10; wrong++) {
      expect(signIns.refused(ATTACKER)).toBeUndefined();
      signIns.wrong(ATTACKER);
      const waitMs = signIns.refused(ATTACKER)?.waitMs;
      waits.push(waitMs);
      vi.advanceTimersByTime(waitMs ?? 0);
    }
    expect(waits).toEqual([undefined, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(signIns.refused(OPERATOR)).toBeUndefined();
  });

  it('do not make the wait longer during the wait', () => {
    const signIns = openSignIns(1);
    signIns.wrong(ATTACKER);
    for (let refusals = 1; refusals <= 1_000; refusals++)
      expect(signIns.refused(ATTACKER)).toEqual({ waitMs: 1_000, refusals });
    vi.advanceTimersByTime(1_000);
    expect(signIns.refused(ATTACKER)).toBeUndefined();
  });

  it('are forgotten a quarter of an hour after the last one, and after a right one', () => {
    const signIns = openSignIns(2);
    signIns.wrong(ATTACKER);
    vi.advanceTimersByTime(900_000);
    signIns.wrong(ATTACKER);
    expect(signIns.refused(ATTACKER)).toBeUndefined();
    signIns.right(ATTACKER);
    signIns.wrong(ATTACKER);
    expect(signIns.refused(ATTACKER)).toBeUndefined();
  });

  it('from many addresses make new addresses wait a second, but not the machine itself, nor one that has signed in', () => {
    const signIns = openSignIns(5);
    signIns.right(OPERATOR);
    for (let wrong = 0; wrong < 20_000; wrong++) signIns.wrong(`10.1.${wrong >> 8}.${wrong & 255}`);
    expect(signIns.refused('10.9.9.9')?.waitMs).toBe(1_000);
    for (const trusted of [OPERATOR, '127.0.0.1', '::1']) expect(signIns.refused(trusted)).toBeUndefined();
    vi.advanceTimersByTime(1_000);
    expect(signIns.refused('10.9.9.9')).toBeUndefined();
  });

  it('count for the /64 network of an IPv6 address', () => {
    const signIns = openSignIns(1);
    signIns.wrong('2001:db8::1');
    expect(signIns.refused('2001:db8:0:0:ffff::2')).toBeDefined();
    expect(signIns.refused('2001:db8:0:1::1')).toBeUndefined();
  });

  it('are counted before requests at once get more tries', async () => {
    const { send, log } = await setUpService({ operatorToken: 'the-operator-token', wrongTokens: 3 });
    const post = () => send('/dashboard/sign-in', { method: 'POST', body: 'token=wrong' });
    const responses = await Promise.all(Array.from({ length: 50 }, post));
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(3);
    const refused = responses.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused?.text).toContain('Too many wrong tokens. Try again in 1 s.');
    const logged = log.filter(({ limit }) => limit === 'sign_ins').map(({ refusals }) => refusals);
    expect(logged).toEqual([1, 10]);
    expect((await send('/metrics')).text).toContain('buybox_requests_refused_total{limit="sign_ins"} 47');
  });
});
