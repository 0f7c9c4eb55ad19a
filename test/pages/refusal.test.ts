import { describe, expect, test } from 'vitest';
import {
  BlockedError,
  MarketplaceError,
  ParseError,
  parseOffers,
  parsePage,
  parseProduct,
  parseReviews,
  parseSearch,
  UnavailableError,
} from '../../src/entries/parse.ts';

const url = 'https://www.amazon.com/dp/B0TESTCASE';

const CONTACT = '<!-- To discuss automated access to data please contact api-services-support@amazon.com. -->';
const captcha = (words: string) => `<html><head><title dir="ltr">Amazon.com</title></head><body>${CONTACT}
  <h4>${words}</h4>
  <form method="get" action="/errors/validateCaptcha">
    <input type="hidden" name="amzn" value="x"><img src="https://images.example/captcha/abcdefgh/Captcha_ijklmnop.jpg">
    <input id="captchacharacters" name="field-keywords" type="text"><button type="submit">Go on</button>
  </form></body></html>`;
const interstitial = (words: string, path = '/errors/validateCaptcha') => `<!doctype html>
  <html lang="en-us"><head><title>Amazon.com</title></head><body>${CONTACT}<h4>${words}</h4>
  <form method="get" action="${path}"><input type="hidden" name="field-keywords" value="ABCDEF"><button>Go on</button></form>
  </body></html>`;
const plain = (title: string, body = '') => `<html><head><title>${title}</title></head><body>${body}</body></html>`;
const dogs = (image: string, alt: string) =>
  plain(
    'Oh',
    `<a href="/"><img src="https://images.example/images/G/01/error/${image}" alt="${alt}"></a><img id="d" alt="Dogs">`,
  );
const kitty = (link: string) =>
  plain('Amazon', `${CONTACT}<a href="/ref=${link}_logo">A</a><a href="/ref=${link}_link">Home</a>`);
const signIn =
  '<html><body><div id="authportal-main-section"><form name="signIn"><input id="ap_email"></form></div></body></html>';
const proofOfWork = `<html><head><meta http-equiv="refresh" content="5; URL='/s?k=a&bm-verify=AAQ'"></head>
  <body><script>xhr.open("POST", "/_sec/verify?provider=interstitial", false);</script></body></html>`;
const wafChallenge = `<html><head><script>window.gokuProps = {"key":"x"};</script>
  <script src="https://abc.token.awswaf.com/abc/challenge.js"></script></head><body></body></html>`;

/** Returns the code of the thrown error, or whether the page is found. */
function outcome(html: string, status?: number, pageUrl = url): string {
  try {
    return parsePage(html, { url: pageUrl, status }).found ? 'found' : 'not found';
  } catch (error) {
    if (error instanceof MarketplaceError) return error.code;
    throw error;
  }
}

describe('a response that is not the page, without a status', () => {
  test.each([
    ['a captcha', captcha('Enter the characters you see below'), 'CAPTCHA'],
    ['a captcha in Portuguese', captcha('Digite os caracteres que você vê abaixo'), 'CAPTCHA'],
    ['a captcha without its form', plain('Amazon.de', '<h4>Geben Sie die angezeigten Zeichen ein</h4>'), 'CAPTCHA'],
    ['an interstitial', interstitial('Click the button below to continue shopping'), 'INTERSTITIAL'],
    [
      'an interstitial in German',
      interstitial(
        'Klicke auf die Schaltfläche unten, um mit dem Einkaufen fortzufahren',
        '/errors_page/validateCaptcha',
      ),
      'INTERSTITIAL',
    ],
    [
      'an interstitial in Italian without its form',
      plain('Amazon.it', '<h4>Fai clic sul pulsante qui sotto per continuare a fare acquisti</h4>'),
      'INTERSTITIAL',
    ],
    ['a proof of work', proofOfWork, 'PROOF_OF_WORK'],
    ['a script that checks the browser', wafChallenge, 'ROBOT_CHECK'],
    ['a robot check by its title', plain('Robot Check'), 'ROBOT_CHECK'],
    ['a robot check by its script', plain('Amazon', '<script>ue_sn = "opfcaptcha.amazon.com"</script>'), 'ROBOT_CHECK'],
    ['an error page without other signs', plain('Amazon', CONTACT), 'ROBOT_CHECK'],
    ['a refused request', plain('Access Denied', '<h1>Access Denied</h1>'), 'BLOCKED'],
    ['a request that the network refused', plain('The request could not be satisfied.'), 'BLOCKED'],
    ['a sign-in page', signIn, 'SIGN_IN_REQUIRED'],
    [
      'a sign-in page by its script',
      plain('Amazon', '<script>var ue_pty = "AuthenticationPortal";</script>'),
      'SIGN_IN_REQUIRED',
    ],
    ['a failure by its image', dogs('500-title._TTD_.png', 'Desculpe! Algo deu errado.'), 'UNAVAILABLE'],
    ['a failure by an older image', dogs('500_503.png', ''), 'UNAVAILABLE'],
    ['a failure by its links', kitty('cs_503'), 'UNAVAILABLE'],
    ['a failure by its title', plain('503 - Service Unavailable Error'), 'UNAVAILABLE'],
    ['a failure by its heading', plain('ERROR', '<h1>502 Bad Gateway</h1>'), 'UNAVAILABLE'],
    ['not found by its image', dogs('title._TTD_.png', ''), 'not found'],
    ['not found by its image in a folder', dogs('en_CA/title._TTD_.png', ''), 'not found'],
    ['not found by its links', kitty('cs_404'), 'not found'],
    ['not found by its title', plain('404 - Document Not Found'), 'not found'],
    ['not found by the words of an image', dogs('x.png', "Sorry! We couldn't find that page."), 'not found'],
  ])('%s', (_, html, expected) => {
    expect(outcome(html)).toBe(expected);
  });

  test.each([
    ['en', 'Page Not Found', 'Sorry! Something went wrong!'],
    ['de', 'Seite wurde nicht gefunden', 'Tut uns Leid!'],
    ['fr', 'Page introuvable', "Une erreur s'est produite"],
    ['it', 'Pagina non trovata', 'Si è verificato un errore'],
    ['es', 'Página no encontrada', '503 - Error de servicio no disponible'],
    ['pt', 'Página não encontrada', 'Amazon.com.br Algo deu errado'],
    ['ja', 'ページが見つかりません', '問題が発生しました'],
    ['tr', 'Sayfa bulunamadı', 'Bir şeyler ters gitti'],
    ['ar', 'لم يتم العثور على الصفحة', 'حدث خطأ ما'],
    ['nl', 'Pagina niet gevonden', 'Er is iets misgegaan'],
    ['pl', 'Nie znaleziono strony', 'Coś poszło nie tak'],
    ['sv', 'Sidan hittades inte', 'Något gick fel'],
  ])('is recognized by words in %s, whatever the language of the site', (_, notFound, failure) => {
    expect(outcome(plain(notFound, CONTACT))).toBe('not found');
    expect(outcome(plain(failure, CONTACT))).toBe('UNAVAILABLE');
  });

  test('throws a retryable BlockedError for a block, and an error that is not retryable for a sign-in', () => {
    const caught = (html: string): unknown => {
      try {
        return parseProduct(html, { url });
      } catch (error) {
        return error;
      }
    };
    expect(caught(captcha('x'))).toBeInstanceOf(BlockedError);
    expect(caught(captcha('x'))).toMatchObject({ status: 503, retryable: true, billed: false });
    expect(caught(kitty('cs_503'))).toBeInstanceOf(UnavailableError);
    expect(caught(kitty('cs_503'))).not.toBeInstanceOf(BlockedError);
    expect(caught(signIn)).toBeInstanceOf(UnavailableError);
    expect(caught(signIn)).toMatchObject({ code: 'SIGN_IN_REQUIRED', retryable: false });
  });

  test('recognizes a redirect to the sign-in page by its URL', () => {
    const signInUrl = 'https://www.amazon.com/ap/signin?openid.return_to=x';
    expect(outcome(plain('Amazon'), undefined, signInUrl)).toBe('SIGN_IN_REQUIRED');
    expect(() => parseReviews(plain('Amazon'), { url: signInUrl })).toThrow(UnavailableError);
    expect(outcome(plain('Amazon'), undefined, signInUrl.replace('signin', 'cvf/request'))).toBe('SIGN_IN_REQUIRED');
    expect(outcome('<html><body><div id="cvf-page-content"><form></form></div></body></html>')).toBe(
      'SIGN_IN_REQUIRED',
    );
  });

  test('reads the bold headings of old pages', () => {
    const text =
      '<td><b class="h1">Looking for<br>Something?</b><br>The Web address is not a functioning page on our site.</td>';
    expect(outcome(`<html><body><table><tr>${text}</tr></table></body></html>`)).toBe('not found');
  });
});

describe('a response that is not the page, with a status', () => {
  test.each([
    ['unknown HTML', 404, 'not found'],
    ['unknown HTML', 410, 'not found'],
    ['unknown HTML', 403, 'BLOCKED'],
    ['unknown HTML', 429, 'UNAVAILABLE'],
    ['a page that says so', 200, 'UNAVAILABLE', plain('429 Too Many Requests')],
    ['unknown HTML', 500, 'UNAVAILABLE'],
    ['unknown HTML', 503, 'UNAVAILABLE'],
    ['a check with almost no body', 202, 'ROBOT_CHECK'],
    ['unknown HTML', 200, 'BLOCKED'],
  ])('%s with status %i', (text, status, expected, html = plain('', `<p>${text}</p>`)) => {
    expect(outcome(html, status)).toBe(expected);
  });

  test('distinguishes 404 and 503 of the same image', () => {
    const html = dogs('title._TTD_.png', '');
    expect(outcome(html, 404)).toBe('not found');
    expect(outcome(html, 503)).toBe('UNAVAILABLE');
  });

  test('recognizes a captcha with any status', () => {
    expect([200, 404, 503].map((status) => outcome(captcha('x'), status))).toEqual(['CAPTCHA', 'CAPTCHA', 'CAPTCHA']);
  });

  test('recognizes a 404 page with the header and footer of the site', () => {
    const frame = `<div id="nav-main">${'<a href="/x">menu</a>'.repeat(2_000)}</div>`;
    expect(outcome(plain('Amazon', frame), 404)).toBe('not found');
    expect(outcome(plain('Amazon', `${frame}<a href="/ref=cs_404_link">Home</a>`))).toBe('not found');
    expect(outcome(plain('Amazon', frame))).toBe('PARSER_ERROR');
  });
});

describe('a page that quotes words of an error page', () => {
  const words = [
    'Enter the characters you see below',
    'Robot Check opfcaptcha bm-verify /_sec/verify',
    'Click the button below to continue shopping',
    'Write to api-services-support@amazon.com: 503 - Service Unavailable, Page Not Found',
  ];

  test.each(words)('is found if a review quotes: %s', (quote) => {
    const html = `<html lang="en-us"><head><title>404 Page Not Found T-Shirt</title></head><body><div id="dp">
      <span id="productTitle">Robot Check T-Shirt</span><h3>${quote}</h3>
      <div data-hook="review"><span data-hook="review-body">${quote}</span></div></div></body></html>`;
    expect(parseProduct(html, { url })).toMatchObject({ found: true });
  });

  test('is not blocked if it is a short fragment of offers', () => {
    const html = '<input type="hidden" value="0" id="aod-total-offer-count"/><div class="a-section" role="list"></div>';
    const offersUrl = 'https://www.amazon.com/gp/product/ajax/aodAjaxMain/?asin=B0TESTCASE&pageno=2';
    expect(parseOffers(html, { url: offersUrl })).toMatchObject({ found: true, data: { product_sellers_info: [] } });
  });
});

describe('a string that is not a page of the marketplace', () => {
  test.each([
    ['empty', ''],
    ['blank', ' \n\t '],
    ['plain words', 'hello'],
    ['JSON', '{"ok":true}'],
    ['another site', '<html><body><h1>My garden</h1><p>Roses.</p></body></html>'],
    ['the beginning of a page', '<!doctype html><html lang="en-us"><head><meta charset="utf-8"><title>Amazon.com: La'],
  ])('throws ParseError: %s', (_, html) => {
    expect(() => parseProduct(html, { url })).toThrow(ParseError);
    expect(() => parseSearch(html, { url: 'https://www.amazon.com/s?k=lamp' })).toThrow(ParseError);
    expect(() => parseOffers(html, { url: `${url}?aod=1` })).toThrow(ParseError);
  });

  test.each(['<!--', '<div '])('throws ParseError: %s, many times', (part) => {
    // In quadratic time this would take longer than a test may.
    expect(() => parseProduct(part.repeat(200_000), { url })).toThrow(ParseError);
  });
});
