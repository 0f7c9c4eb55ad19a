import { describe, expect, it, vi } from 'vitest';
import { setUpDashboard, TOKEN } from './dashboard-setup.ts';
import { ORIGIN, setUpService } from './setup.ts';

describe('the dashboard', () => {
  it('does not exist without an operator token', async () => {
    const { send } = await setUpService();
    expect((await send('/dashboard')).status).toBe(404);
  });

  it.each(['/dashboard', '/dashboard/requests', '/dashboard/requests/x', '/dashboard/keys', '/dashboard/keys/x'])(
    'shows the sign-in page at %s to visitors',
    async (path) => {
      const { send, post } = await setUpDashboard();
      const { status, text } = await send(path);
      expect(status).toBe(401);
      expect(text).toContain('Sign in');
      expect(text).not.toContain('first');
      expect((await post('/keys', { name: 'mine' })).status).toBe(401);
    },
  );

  it('signs in with a cookie that scripts and other sites cannot read', async () => {
    const { post } = await setUpDashboard({ baseUrl: 'https://data.example.test/amazon' });
    const { status, headers } = await post('/sign-in', { token: TOKEN });
    expect({ status, location: headers.get('location') }).toEqual({ status: 303, location: '/amazon/dashboard' });
    expect(headers.get('set-cookie')).toMatch(
      /^buybox_operator=\d+\.[\w-]+\.[0-9a-f]{64}; Path=\/amazon\/dashboard; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  it('refuses a wrong token, and every token after too many wrong ones until a wait ends', async () => {
    const { post } = await setUpDashboard({ wrongTokens: 2 });
    const statuses = [];
    for (const token of ['wrong', '', TOKEN]) statuses.push((await post('/sign-in', { token })).status);
    expect(statuses).toEqual([401, 401, 429]);
  });

  it('ends a session after twelve hours, at sign-out, and if the cookie is changed', async () => {
    const clock = { now: 1e12 };
    const { send, post, signIn } = await setUpDashboard({ now: () => clock.now });
    const { cookie, form_token } = await signIn();
    const open = async (value: string) => (await send('/dashboard', { headers: { cookie: value } })).status;
    expect(await open(`other=1; ${cookie}`)).toBe(200);
    expect(await open(cookie.replace(/=\d/, '=9'))).toBe(401);
    expect(await open(cookie.slice(0, -1))).toBe(401);
    const out = await post('/sign-out', { form_token }, { cookie });
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    clock.now += 12 * 3_600_000;
    expect(await open(cookie)).toBe(401);
  });

  it('ends a session at sign-out for copies of the cookie too, and no other session', async () => {
    const { send, post, signIn } = await setUpDashboard();
    const [first, second] = [await signIn(), await signIn()];
    const open = async (cookie: string) => (await send('/dashboard', { headers: { cookie } })).status;
    await post('/sign-out', { form_token: first.form_token }, { cookie: first.cookie });
    expect([await open(first.cookie), await open(second.cookie)]).toEqual([401, 200]);
  });

  it('ignores a session that a caller made up, and gives each sign-in another one', async () => {
    const { send, post, signIn } = await setUpDashboard();
    const cookie = `buybox_operator=${Date.now() + 1e9}.chosen.${'0'.repeat(64)}`;
    expect((await send('/dashboard', { headers: { cookie } })).status).toBe(401);
    const { headers } = await post('/sign-in', { token: TOKEN }, { cookie });
    expect(headers.get('set-cookie')).not.toContain('chosen');
    expect((await signIn()).cookie).not.toBe((await signIn()).cookie);
  });

  it('sends the cookie only over TLS if a proxy in front uses TLS', async () => {
    vi.spyOn(process, 'emitWarning').mockReturnValueOnce();
    const { post } = await setUpDashboard();
    const cookieOf = async (headers: Record<string, string>) =>
      (await post('/sign-in', { token: TOKEN }, headers)).headers.get('set-cookie');
    expect(await cookieOf({ 'x-forwarded-proto': 'https' })).toMatch(/; Secure$/);
    expect(await cookieOf({})).toMatch(/; SameSite=Strict$/);
  });

  it.each([
    ['http://evil.example.test:8787', '127.0.0.1', 403],
    ['http://evil.example.test:8787', '::ffff:127.0.0.1', 403],
    ['http://evil.example.test:8787', '::1', 403],
    ['http://localhost.evil.example.test', '127.0.0.1', 403],
    ['http://127.0.0.1:8787', '127.0.0.1', 303],
    ['http://[::1]:8787', '::1', 303],
    ['http://localhost:8787', '127.0.0.1', 303],
    ['http://api.example.test', '127.0.0.1', 303],
    ['http://buybox:8787', '172.17.0.2', 303],
  ])(
    'at %s from %s: a name that another site gave to this machine is refused',
    async (origin, remoteAddress, status) => {
      const { service } = await setUpDashboard({ baseUrl: 'https://api.example.test' });
      const request = new Request(`${origin}/dashboard/sign-in`, { method: 'POST', body: `token=${TOKEN}` });
      const response = await service(request, { incoming: { socket: { remoteAddress } } });
      expect(response.status).toBe(status);
    },
  );

  it('has no page that browsers keep, frame or run scripts of', async () => {
    const { send, post, signIn, id } = await setUpDashboard({ wrongTokens: 1 });
    const { cookie, form_token } = await signIn();
    const paths = ['', `/keys/${id}`, '/keys/nobody', '/requests', '/requests/x', '/keys'];
    const pages = await Promise.all(paths.map((path) => send(`/dashboard${path}`, { headers: { cookie } })));
    pages.push(await send('/dashboard'), await post('/sign-out', {}, { cookie }));
    pages.push(
      await post(`/keys/${id}/rotate`, { form_token }, { cookie }),
      await post('/keys', { form_token }, { cookie }),
    );
    pages.push(await post('/sign-in', { token: 'wrong' }), await post('/sign-in', { token: 'wrong' }));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 404, 200, 404, 200, 401, 403, 200, 400, 401, 429]);
    for (const { headers } of pages) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
      expect(headers.get('content-security-policy')).not.toContain('script-src');
    }
  });

  it('takes no other method than that of the form, whatever a header says', async () => {
    const { send, signIn, id, store } = await setUpDashboard();
    const { cookie, form_token } = await signIn();
    const path = `/dashboard/keys/${id}/revoke?form_token=${form_token}`;
    const headers = { cookie, 'x-http-method-override': 'POST' };
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await send(path, { method, headers })).status).toBe(404);
    expect(await store.listKeys({ id: id })).toMatchObject([{ revokedAt: null }]);
  });

  it('refuses forms of other sites', async () => {
    const { post, signIn, store } = await setUpDashboard();
    const { cookie, form_token } = await signIn();
    const attempts: [Record<string, string>, Record<string, string>][] = [
      [{ name: 'x' }, {}],
      [{ name: 'x', form_token: 'wrong' }, {}],
      [{ name: 'x', form_token }, { origin: 'https://evil.example.test' }],
      [{ name: 'x', form_token }, { origin: 'null' }],
      [{ name: 'x', form_token }, { 'sec-fetch-site': 'cross-site' }],
      [{ name: 'x', form_token }, { 'sec-fetch-site': 'same-site' }],
      [{ name: 'x', form_token }, { origin: ORIGIN.replace('http:', 'http://evil.') }],
    ];
    for (const [fields, headers] of attempts)
      expect((await post('/keys', fields, { cookie, ...headers })).status).toBe(403);
    expect((await post('/sign-in', { token: TOKEN }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await store.listKeys()).toHaveLength(1);
    expect((await post('/keys', { name: 'x', form_token }, { cookie, origin: ORIGIN })).status).toBe(200);
  });

  it('creates, rotates and revokes keys, and shows a secret once', async () => {
    const { post, signIn, send, get } = await setUpDashboard();
    const { cookie, form_token } = await signIn();
    const created = await post('/keys', { name: '<b>shop</b>', form_token }, { cookie });
    const key = /bb_\w{12}_[\w-]{43}/.exec(created.text)?.[0] ?? '';
    expect(created.text).toContain('&lt;b&gt;shop&lt;/b&gt;');
    expect(created.headers.get('cache-control')).toBe('no-store');
    const id = key.split('_')[1] ?? '';
    const product = '/v1/product?asin=B0LANTERN1';
    expect((await get(product, { 'x-api-key': key })).body.error.code).toBe('QUOTA_EXCEEDED');
    const bought = await post(`/keys/${id}/packs`, { size: '10000', form_token }, { cookie });
    expect({ status: bought.status, location: bought.headers.get('location') }).toEqual({
      status: 303,
      location: `/dashboard/keys/${id}`,
    });
    await post(`/keys/${id}/packs`, { size: '5', validDays: '2', connections: '', form_token }, { cookie });
    expect((await get(product, { 'x-api-key': key })).body.meta.usage.requests_remaining).toBe(10_004);
    const rotated = await post(`/keys/${id}/rotate`, { form_token }, { cookie });
    const next = /bb_\w{12}_[\w-]{43}/.exec(rotated.text)?.[0] ?? '';
    expect((await get(product, { 'x-api-key': key })).status).toBe(401);
    expect((await get(product, { 'x-api-key': next })).status).toBe(200);
    const { text } = await send(`/dashboard/keys/${id}`, { headers: { cookie } });
    expect(text).toContain('10,003 credits left');
    expect(text).not.toContain(next);
    await post(`/keys/${id}/revoke`, { form_token }, { cookie });
    expect((await get(product, { 'x-api-key': next })).status).toBe(401);
  });

  it.each([
    ['/keys', { name: ' ' }, 'name: &quot; &quot; is not valid: expected 1 to 100 characters.'],
    ['/keys/nobody/revoke', {}, 'key: &quot;nobody&quot; is not a key of this store'],
    ['/keys/nobody/packs', { size: 'x' }, 'size: &quot;x&quot; is not a size: expected a number of requests'],
    ['/keys/nobody/packs', { size: '7', validDays: 'x' }, 'validDays: NaN is not valid: expected a whole number'],
  ])('shows what is wrong with a form for %s', async (path, fields, message) => {
    const { post, signIn } = await setUpDashboard();
    const { cookie, form_token } = await signIn();
    const { status, text } = await post(path, { ...fields, form_token } as Record<string, string>, { cookie });
    expect(status).toBe(400);
    expect(text).toContain(message);
  });

  it('shows a chart, and each request with its id', async () => {
    const { get, signIn } = await setUpDashboard();
    const { body } = await get('/v1/product?asin=B0LANTERN1');
    await get('/v1/search?keyword=camping+lantern');
    await get('/v1/product?asin=B0CAPTCHA1');
    const { text } = await signIn();
    for (const word of [body.meta.request_id, '3 calls, 2 credits', '503 CAPTCHA']) expect(text).toContain(word);
    expect(text).not.toMatch(/<script|onclick|style="/);
  });

  it('responds with 404 for an unknown key', async () => {
    const { send, signIn } = await setUpDashboard();
    const { cookie } = await signIn();
    expect(await send('/dashboard/keys/nobody', { headers: { cookie } })).toMatchObject({ status: 404 });
  });
});
