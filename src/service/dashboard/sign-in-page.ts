/** The sign-in page of the dashboard. */
import { document, html } from '../html.ts';

/** Returns the sign-in page. */
export function signInPage(root: string, problem?: string): Promise<string> {
  const body = html`<main class="narrow">
    <section>
      <h1>buybox dashboard</h1>
      <p class="soft">Sign in with the operator token: <code>buybox serve</code> prints it at the start, unless you set your own.</p>
      ${problem === undefined ? '' : html`<p role="alert">${problem}</p>`}
      <form method="post" action="${root}/dashboard/sign-in">
        <label class="wide">Token <input name="token" type="password" autocomplete="current-password" required autofocus /></label>
        <button>Sign in</button>
      </form>
    </section>
  </main>`;
  return document(root, 'Sign in', body);
}
