/** Signs and codes of money -> ISO 4217 codes. Currency is read from the price as shown, never from the marketplace (design §5.14). */

/** Signs that name one currency wherever they stand. A bare `$` is not among them: it is the marketplace's own dollar. */
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

/** Codes that the sites write before or after an amount, in capitals. */
export const currencyCodes: readonly string[] = (
  'AED ARS AUD AZN BGN BHD BND BOB BRL BSD CAD CHF CLP CNY COP CRC CZK DKK DOP DZD EGP EUR GBP GEL GHS GTQ HKD HNL HUF IDR ILS INR ISK ' +
  'JMD JOD JPY KES KHR KRW KWD KYD KZT LBP LKR MAD MNT MOP MUR MXN MYR NAD NGN NOK NPR NZD OMR PAB PEN PHP PKR PLN PYG QAR RON RSD RUB ' +
  'SAR SEK SGD THB TND TRY TTD TWD TZS UAH USD UYU VND XCD XOF ZAR'
).split(' ');

/** Currencies that divide into thousandths, so that `12.500` has a decimal mark. */
export const thousandths: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);
