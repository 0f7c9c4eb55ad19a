/** Currency signs and codes. The currency comes from the price as shown: a site can show prices in other currencies than its own. */

/** Signs that mean one currency on every site. A `$` without letters is not one of them: it is the dollar of the marketplace. */
export const currencySigns: Readonly<Record<string, string>> = {
  US$: 'USD',
  CA$: 'CAD',
  C$: 'CAD',
  AU$: 'AUD',
  A$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  NT$: 'TWD',
  MX$: 'MXN',
  S$: 'SGD',
  R$: 'BRL',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  'JP¥': 'JPY',
  'CN¥': 'CNY',
  円: 'JPY',
  元: 'CNY',
  '₹': 'INR',
  Rs: 'INR',
  'Rs.': 'INR',
  '₺': 'TRY',
  TL: 'TRY',
  zł: 'PLN',
  zl: 'PLN',
  kr: 'SEK',
  'kr.': 'SEK',
  Kč: 'CZK',
  Ft: 'HUF',
  лв: 'BGN',
  '₽': 'RUB',
  '₩': 'KRW',
  원: 'KRW',
  '₪': 'ILS',
  '₱': 'PHP',
  '₫': 'VND',
  '฿': 'THB',
  RM: 'MYR',
  Rp: 'IDR',
  'ر.س': 'SAR',
  'ر.س.': 'SAR',
  ريال: 'SAR',
  '⃁': 'SAR',
  'د.إ': 'AED',
  'د.إ.': 'AED',
  درهم: 'AED',
  'ج.م': 'EGP',
  'ج.م.': 'EGP',
  جنيه: 'EGP',
  'د.ك': 'KWD',
  'د.ك.': 'KWD',
};

/** ISO 4217 codes that the sites write before or after an amount. */
export const currencyCodes: readonly string[] = (
  'AED ARS AUD AZN BGN BHD BND BOB BRL BSD CAD CHF CLP CNY COP CRC CZK DKK DOP DZD EGP EUR GBP GEL GHS GTQ HKD HNL HUF IDR ILS INR ISK ' +
  'JMD JOD JPY KES KHR KRW KWD KYD KZT LBP LKR MAD MNT MOP MUR MXN MYR NAD NGN NOK NPR NZD OMR PAB PEN PHP PKR PLN PYG QAR RON RSD RUB ' +
  'SAR SEK SGD THB TND TRY TTD TWD TZS UAH USD UYU VND XCD XOF ZAR'
).split(' ');

/** Currencies with three decimals: in `12.500` the mark is the decimal mark. */
export const thousandths: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);
