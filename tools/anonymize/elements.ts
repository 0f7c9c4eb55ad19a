/** Personal data that a page shows in elements of its own. */
import {
  Block,
  type ChildNode,
  type Element,
  elementsBelow,
  type HtmlDocument,
  isParent,
  isTag,
  isText,
  type Places,
} from '../../src/html/index.ts';
import { wordsByLanguage } from '../../src/locale/words/index.ts';
import { isCountry, isPlaceholder, type Kind, PLACEHOLDERS } from './kinds.ts';

/** A part of the page's text that is replaced. */
export interface Edit {
  kind: Kind;
  start: number;
  end: number;
  text: string;
}

/** A name or a place that the header shows. It can be elsewhere on the page too. */
export interface Secret {
  kind: Kind;
  value: string;
}

/** The personal data that the elements of a page show. */
export interface Shown {
  edits: Edit[];
  secrets: Secret[];
}

interface Row {
  kind: Kind;
  selector: string;
  /** The attribute with the data. Without it, the text of the element. */
  attribute?: string;
  /** Returns the personal part of the text. Without it, all of it. */
  part?: (text: string) => string | undefined;
  /** Whether the value is looked for on the whole page. */
  isSecret?: boolean;
}

/** The words of a greeting without a name: the shopper is not signed in. In every language of the sites. */
const SIGN_IN =
  /sign[ -]?in|log ?in|anmelden|identifiez|connecte|accedi|identif[ií]|inicia|inicie|faça|inloggen|aanmelden|zaloguj|logga in|giriş|サインイン|ログイン|تسجيل|سجّ?ل|登录|登入|登錄|로그인|लॉग|साइन|உள்நுழை|přihlas/iu;
/** The word of a greeting, up to its mark. */
const GREETING = /^[^,،、，!！。]{1,24}[,،、，!！。]\s*(?<name>.+)$/su;
const HONORIFIC = /(?:\s?さん|\s?様|님)$/u;

/** "Hello, Sam", "Bonjour Sam", "こんにちは、Samさん": the name. */
export function nameOfGreeting(text: string): string | undefined {
  if (SIGN_IN.test(text)) return undefined;
  const name = GREETING.exec(text)?.groups?.name ?? text.slice(text.indexOf(' ') + 1);
  const isWhole = name === text && !text.includes(' ');
  return isWhole
    ? undefined
    : name
        .replace(/(?<!\s)\s*›$/, '')
        .replace(HONORIFIC, '')
        .trim() || undefined;
}

const LEADS = Object.values(wordsByLanguage)
  .flatMap(({ product }) => product.deliverTo)
  .sort((a, b) => b.length - a.length);

/** "Deliver to Sam - Dubai": what follows the words. The whole line if the words are unknown; a greeting alone has no place. */
function afterLead(text: string): string | undefined {
  const lead = LEADS.find((words) => text.toLowerCase().startsWith(words.toLowerCase()));
  const place = text.slice(lead?.length ?? 0).replace(/^[\s:：\u00a0]+/, '');
  const isPlace = place !== '' && !isCountry(place) && (lead !== undefined || /[\s\d]/.test(text));
  return isPlace ? place : undefined;
}

const ROWS = [
  {
    kind: 'name',
    selector:
      '#nav-link-accountList-nav-line-1, #nav-link-accountList .nav-line-1, #nav-link-yourAccount .nav-line-1, #nav-greeting-name, #hmenu-customer-name, #nav-logobar-greeting, #nav-tools .nav-line-1[id*="account"], .nav-truncate-name, #nav-flyout-anchor .nav-greeting',
    part: nameOfGreeting,
    isSecret: true,
  },
  // A greeting of two lines. Seen 2015 to 2019.
  {
    kind: 'name',
    selector:
      '#nav-signin-text, #nav-shop-name, #nav-your-amazon-text .nav-shortened-name, .nav-shortened-name, #nav-your-account .nav-line-2',
    part: (text) => (SIGN_IN.test(text) || text.includes(' ') ? undefined : text),
    isSecret: true,
  },
  { kind: 'name', selector: '#ap_customer_name, input[name="customerName"]', attribute: 'value', isSecret: true },
  {
    kind: 'email',
    selector: 'input[type="email"], #ap_email, input[name="email"]',
    attribute: 'value',
    isSecret: true,
  },
  {
    kind: 'place',
    selector:
      '#glow-ingress-line1, #glow-ingress-line2, #glow-ingress-single-line, #contextualIngressPtLabel_deliveryShortLine, #contextualIngressPtLabel_deliveryShortLine span',
    part: afterLead,
    isSecret: true,
  },
  {
    kind: 'place',
    selector: '#contextualIngressPtLink, #nav-global-location-popover-link',
    attribute: 'aria-label',
    part: afterLead,
  },
  {
    kind: 'place',
    selector: '#GLUXZipUpdateInput, #GLUXZipUpdateInput_0, #GLUXZipUpdateInput_1',
    attribute: 'value',
    isSecret: true,
  },
  {
    kind: 'place',
    selector:
      '.GLUX_Full_Address, .GLUX_Short_Address, #GLUXZipConfirmationValue, #GLUXAddressList, #ddm-addresses, select[name="dropdown-selection"] option',
  },
  {
    kind: 'history',
    selector:
      '#rhf-container, #rhfMain, #recently-viewed-items, #instantOrderUpdate_feature_div, #nav-recently-viewed, #nav-flyout-cart .nav-item, #purchaseHistory, [data-cel-widget*="purchase_history"], [data-cel-widget*="browsing-history"]',
  },
  {
    kind: 'list',
    selector: '#atwl-dd-ul, .atwl-list-name, [id^="atwl-list-name"], #nav-al-wishlist a[href*="/wishlist/ls/"]',
  },
  { kind: 'payment', selector: '#pmts-selected-card, .pmts-instrument-display-name, #gc-balance, #nav-gc-balance' },
] as const satisfies readonly Row[];

/** Reads what the elements of a page show about its shopper. */
export function shownIn(document: HtmlDocument, places: Places): Shown {
  const page = new Block({ document }, [document.root], '');
  const shown: Shown = { edits: [], secrets: [] };
  for (const row of ROWS) {
    for (const element of page.find(row.selector).nodes.filter(isTag)) {
      const texts = 'attribute' in row ? [element] : textsBelow(element);
      for (const node of texts) readNode(node, row, places, shown);
    }
  }
  return shown;
}

function readNode(node: ChildNode, { kind, attribute, part, isSecret }: Row, places: Places, shown: Shown): void {
  const place = attribute === undefined ? places.get(node) : places.get(node)?.attrs?.[attribute];
  const whole = attribute === undefined ? textOf(node) : ((node as Element).attr(attribute) ?? '').trim();
  const value = part === undefined ? whole : part(whole);
  if (place === undefined || value === undefined || value === '' || isPlaceholder(value)) return;
  const text = whole.replace(value, PLACEHOLDERS[kind]);
  const { startOffset: start, endOffset: end } = place;
  shown.edits.push({ kind, start, end, text: attribute === undefined ? text : `${attribute}="${text}"` });
  if (isSecret) shown.secrets.push({ kind, value });
}

function textOf(node: ChildNode): string {
  return isText(node) ? node.data.replace(/[\s\u200b-\u200f]+/g, ' ').trim() : '';
}

/** The text nodes below an element that a reader sees. */
function textsBelow(scope: Element): ChildNode[] {
  const holders = [scope, ...elementsBelow(scope)].filter(({ name }) => name !== 'script' && name !== 'style');
  return holders.flatMap((holder) => (isParent(holder) ? holder.children : [])).filter((node) => textOf(node) !== '');
}
