/**
 * A second reader of product pages, for the values that cost money. It shares nothing with the first: it searches the text of the HTML for labels, the
 * cart form and embedded data, and gives every value that it finds. A value of the first reader that is none of them is a difference.
 */

/** The values that a page shows for each field. Empty if it shows none that this reader knows. */
export interface SecondReading {
  prices: number[];
  currencies: string[];
  stocks: number[];
  sellers: string[];
  ratings: number[];
}

/** Returns the values of a page. */
export function readAgain(html: string): SecondReading {
  const text = textOf(html);
  const inputs = [...html.matchAll(/<input\b[^>]*>/gi)].map(([tag]) => tag);
  const valuesNamed = (name: RegExp) =>
    inputs.filter((tag) => name.test(tag)).flatMap((tag) => /\bvalue=["']([^"']+)["']/i.exec(tag)?.[1] ?? []);
  const stated = [
    ...valuesNamed(/customerVisiblePrice\]\[amount\]|displayedPrice"|priceValue/),
    ...captures(html, AMOUNTS),
  ];
  return {
    prices: [...stated.map(Number), ...captures(text, PRICES).flatMap(readings)].filter((price) => price > 0),
    currencies: [
      ...valuesNamed(/currencyCode\]|displayedPriceCurrencyCode/),
      ...captures(html, CODES),
      ...SIGNS.filter(([sign]) => text.includes(sign)).map(([, code]) => code),
      ...captures(text, LETTERS),
    ],
    stocks: captures(text, STOCKS).map(Number),
    sellers: [...captures(html, SELLER_LINKS).map(textOf), ...captures(text, SELLERS)].map((name) => name.trim()),
    ratings: captures(text, RATINGS).map((rating) => Number(rating.replace(',', '.'))),
  };
}

const AMOUNTS = /(?:"|&quot;)priceAmount(?:"|&quot;)\s*:\s*([\d.]+)/g;
const CODES = /(?:"|&quot;)currencyCode(?:"|&quot;)\s*:\s*(?:"|&quot;)([A-Z]{3})|class="currency([A-Z]{3})"/g;
const LETTERS = /\b(USD|EUR|GBP|INR|JPY|CAD|AUD|BRL|MXN|TRY|SAR|AED|SGD|PLN|SEK|EGP|VND|TWD|RUB|CNY)\b/g;
const SIGNS: readonly (readonly [string, string])[] = [
  // Alone it is the dollar of any site.
  ...['USD', 'CAD', 'AUD', 'MXN', 'SGD'].map((code) => ['$', code] as const),
  ['£', 'GBP'],
  ['€', 'EUR'],
  ['₹', 'INR'],
  ['￥', 'JPY'],
  ['¥', 'JPY'],
  ['R$', 'BRL'],
  ['C$', 'CAD'],
  ['₺', 'TRY'],
  ['zł', 'PLN'],
  ['TL', 'TRY'],
  ['kr', 'SEK'],
];
/** A number next to a currency, also in parts: "£ 34 99", "$ 24 . 99". */
const PRICES = /(?:[$£€₹￥¥₺]|R\$|[A-Z]{3}|TL|zł|kr)\s*(\d[\d.,' ]*)|(\d[\d.,' ]*)\s*(?:[€₺]|zł|kr|TL)/g;
const STOCKS = /(?:only|noch|plus que|solo|quedan?|sadece|maar|apenas|残り)[^\d<]{0,12}(\d{1,3})/gi;
const SELLER_LINKS = /<a\b[^>]*(?:seller=|sellerProfileTriggerId)[^>]*>([\s\S]{1,300}?)<\/a>/gi;
const SELLERS = /(?:sold by|verkauf durch|verkocht door|vendu par|venduto da|vendido por|販売元)[:\s]*([^\n.]{2,80})/gi;
const RATINGS =
  /(\d[.,]\d)\s*(?:out of|von|sur|su|de|z|van|av|üzerinden|من)\s*5|5つ星のうち\s*(\d(?:\.\d)?)|5 yıldız üzerinden\s*(\d[.,]\d)/g;

function captures(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, ...groups]) => groups.filter((group) => group !== undefined));
}

/** Returns each amount that a number can mean: with a point or a comma as its decimal mark, and with its last two digits as the fraction. */
function readings(number: string): number[] {
  const parts = number
    .trim()
    .split(/[^\d]+/)
    .filter((part) => part !== '');
  const whole = Number(parts.join(''));
  const first = Number(parts[0]);
  const fraction = parts.length > 1 ? Number(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`) : whole;
  return [whole, first, fraction, ...(parts.length > 1 ? [Number(`${parts[0]}.${parts[1]}`)] : [])];
}

/** The text without scripts and tags. A tag is a blank. */
function textOf(html: string): string {
  return html
    .replace(/<\w+ class="currency([A-Z]{3})">/g, ' $1 ')
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|&#160;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&#39;|&apos;/g, "'")
    .replace(/&pound;/g, '£')
    .replace(/&euro;/g, '€')
    .replace(/&yen;/g, '¥')
    .replace(/[\u200e\u200f]/g, '')
    .replace(/\s+/g, ' ');
}
