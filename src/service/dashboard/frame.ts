/** The frame of the dashboard's pages, and their forms. All times are UTC. */
import { type Html, html } from '../../display/html.ts';
import { document } from '../html.ts';

/** The data that every page needs. */
export interface View {
  /** Path that the service is mounted at. */
  root: string;
  /** Value of the hidden field that every form has. */
  formToken: string;
  now: number;
}

const PAGES = [
  ['Overview', '/dashboard'],
  ['Requests', '/dashboard/requests'],
  ['Keys', '/dashboard/keys'],
  ['Reference', '/reference'],
] as const;

/** Returns a page with the navigation of the dashboard. A page that it links to has the name of the link as its title. */
export function signedInPage(view: View, title: string, body: Html): Promise<string> {
  const { root } = view;
  const links = PAGES.map(
    ([name, path]) => html`<a href="${root}${path}" ${name === title ? html`aria-current="page"` : ''}>${name}</a> `,
  );
  return document(
    root,
    title,
    html`<a class="skip" href="#main">To the content</a>
      <header>
        <strong>buybox</strong>
        <nav aria-label="Dashboard">${links}</nav>
        ${form(view, '/sign-out', html`<button class="quiet">Sign out</button>`)}
      </header>
      <main id="main">${body}</main>`,
  );
}

/** Returns the page for a form that failed, or for something that does not exist. */
export function problemPage(view: View, message: string): Promise<string> {
  const back = html`<a href="${view.root}/dashboard">To the overview</a>`;
  return signedInPage(
    view,
    'Problem',
    html`<section><h1>That did not work</h1><p role="alert">${message}</p><p>${back}</p></section>`,
  );
}

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

/** Returns a form that is sent to a path below `/dashboard`. */
export function form({ root, formToken }: View, action: string, fields: Html): Html {
  return html`<form method="post" action="${root}/dashboard${action}">
    <input type="hidden" name="form_token" value="${formToken}" />
    ${fields}
  </form>`;
}

/** Returns a list of names and values. Entries without a value are left out. */
export function facts(entries: readonly (readonly [string, Html | string | undefined])[]): Html {
  const shown = entries.filter(([, value]) => value !== undefined);
  return html`<dl class="facts">${shown.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** Returns the links to other pages of a list. Those without a query are left out. */
export function pageLinks(
  path: string,
  links: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>,
): Html {
  const shown = Object.entries(links).filter(([, query]) => query !== undefined);
  return html`<nav class="row" aria-label="Pages">${shown.map(
    ([name, query]) => html`<a href="${path}?${new URLSearchParams(query).toString()}">${name}</a> `,
  )}</nav>`;
}

/** Returns the number of the page that a query asks for, from 1. */
export function pageNumber(query: URLSearchParams): number {
  return Number(/^[1-9]\d{0,5}$/.exec(query.get('page') ?? '')?.[0] ?? '1');
}
