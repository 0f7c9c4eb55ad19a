import { setUpService } from './setup.ts';

export const TOKEN = 'the-operator-token';

/** Creates a service with a dashboard, and functions that use it. */
export async function setUpDashboard(options: Parameters<typeof setUpService>[0] = {}) {
  const setup = await setUpService({ operatorToken: TOKEN, ...options });
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    setup.send(`/dashboard${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      redirect: 'manual',
    });
  const signIn = async () => {
    const response = await post('/sign-in', { token: TOKEN });
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { text } = await setup.send('/dashboard', { headers: { cookie } });
    return { cookie, form_token: /name="form_token" value="(\w+)"/.exec(text)?.[1] ?? '', text };
  };
  /** Returns the HTML of a page below `/dashboard`. */
  const open = async (path: string) => {
    const { cookie } = await signIn();
    return setup.send(`/dashboard${path}`, { headers: { cookie } });
  };
  return { ...setup, post, signIn, open };
}
