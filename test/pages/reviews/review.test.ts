import { describe, expect, test } from 'vitest';
import { markup } from '../../markup.ts';
import { only, read } from './page.ts';

test('reads title, text and author of a review', () => {
  expect(only({ date: 'Reviewed in the United States on March 3, 2024' })).toEqual({
    review_id: 'R1KETTLE000001',
    title: 'Boils well',
    text: 'Quick and quiet. Looks nice.',
    rating: 4,
    author: 'Ann',
    author_url: '/gp/profile/amzn1.account.ANN/ref=cm_cr?ie=UTF8',
    date: '2024-03-03',
    country: 'United States',
    verified_purchase: false,
    helpful_votes: 0,
    is_vine: false,
  });
});

describe('country and date', () => {
  test.each([
    ['com', 'en-us', 'Reviewed in the United States 🇺🇸 on March 3, 2024', 'United States'],
    ['in', 'en-in', 'Reviewed in India on 3 March 2024', 'India'],
    ['de', 'de-de', 'Rezension aus den Niederlanden vom 3. März 2024', 'Niederlanden'],
    ['de', 'de-de', 'Bewertet in Deutschland am 3. März 2024', 'Deutschland'],
    ['fr', 'fr-fr', 'Commenté en France le 3 mars 2024', 'France'],
    ['fr', 'fr-fr', 'Commenté aux États-Unis le 3 mars 2024', 'États-Unis'],
    ['fr', 'fr-fr', 'Avis laissé au Royaume-Uni le 3 mars 2024', 'Royaume-Uni'],
    ['fr', 'fr-fr', 'Avis laissé à Singapour le 3 mars 2024', 'Singapour'],
    ['com', 'zh-tw', '2024年3月3日在美國評論', '美國'],
    ['com', 'ko-kr', '2024년 3월 3일에 미국에서 검토됨', '미국'],
    ['it', 'it-it', 'Recensito nel Regno Unito il 3 marzo 2024', 'Regno Unito'],
    ['es', 'es-es', 'Reseñado en Estados Unidos el 3 de marzo de 2024', 'Estados Unidos'],
    ['com.mx', 'es-mx', 'Calificado en México el 3 de marzo de 2024', 'México'],
    ['com.br', 'pt-br', 'Avaliado no Brasil em 3 de março de 2024', 'Brasil'],
    ['es', 'pt-pt', 'Avaliado na Alemanha em 3 de março de 2024', 'Alemanha'],
    ['co.jp', 'ja-jp', '2024年3月3日に日本でレビュー済み', '日本'],
    ['com.tr', 'tr-tr', "Türkiye'de 3 Mart 2024 tarihinde değerlendirildi", 'Türkiye'],
    ['com.tr', 'tr-tr', "3 Mart 2024 tarihinde Türkiye'de değerlendirildi", 'Türkiye'],
    ['sa', 'ar-ae', 'تمت المراجعة في المملكة العربية السعودية في 3 مارس 2024', 'المملكة العربية السعودية'],
    ['nl', 'nl-nl', 'Beoordeeld in Nederland op 3 maart 2024', 'Nederland'],
    ['pl', 'pl-pl', 'Zrecenzowano w Polsce dnia 3 marca 2024', 'Polsce'],
    ['se', 'sv-se', 'Recenserad i Sverige den 3 mars 2024', 'Sverige'],
  ])('amazon.%s %s: %s', (suffix, lang, date, country) => {
    expect(only({ date }, { suffix, lang })).toMatchObject({ country, date: '2024-03-03' });
  });

  test('can be in another language than the page', () => {
    const date = 'Reviewed in the United States on March 3, 2024';
    expect(only({ date }, { suffix: 'de', lang: 'de-de' }).country).toBe('United States');
  });

  test('can be a date without a country', () => {
    const entry = only({ date: 'on March 3, 2018' });
    expect(entry.date).toBe('2018-03-03');
    expect(entry).not.toHaveProperty('country');
  });
});

describe('helpful votes', () => {
  test.each([
    ['com', 'en-us', '1,234 people found this helpful', 1234],
    ['com', 'en-us', 'One person found this helpful', 1],
    ['de', 'de-de', '1.234 Personen fanden diese Informationen hilfreich', 1234],
    ['de', 'de-de', 'Eine Person fand diese Informationen hilfreich', 1],
    ['fr', 'fr-fr', 'Une personne a trouvé cela utile', 1],
    ['it', 'it-it', "12 persone l'hanno trovato utile", 12],
    ['es', 'es-es', 'A una persona le ha parecido esto útil', 1],
    ['com.br', 'pt-br', '3 pessoas acharam isso útil', 3],
    ['co.jp', 'ja-jp', '12人のお客様がこれが役に立ったと考えています', 12],
    ['com.tr', 'tr-tr', 'Bir kişi bunu faydalı buldu', 1],
    ['sa', 'ar-ae', 'وجد شخصان هذه المعلومات مفيدة', 2],
    ['nl', 'nl-nl', '12 mensen vonden dit nuttig', 12],
    ['pl', 'pl-pl', 'Jedna osoba uznała to za przydatne', 1],
    ['se', 'sv-se', '12 personer tyckte detta var hjälpsamt', 12],
  ])('amazon.%s %s: %s', (suffix, lang, votes, count) => {
    expect(only({ votes }, { suffix, lang }).helpful_votes).toBe(count);
  });
});

describe('unknown votes', () => {
  test.each(['people found this helpful', 'found this helpful', 'Helpful'])('are those of "%s"', (votes) => {
    expect(only({ votes })).not.toHaveProperty('helpful_votes');
  });

  test.each([
    ['com', 'en-us', '12 people found this helpful'],
    ['de', 'de-de', '12 Personen fanden diese Informationen hilfreich'],
    ['fr', 'fr-fr', '12 personnes ont trouvé cela utile'],
    ['it', 'it-it', "12 persone l'hanno trovato utile"],
    ['es', 'es-es', 'A 12 personas les ha parecido esto útil'],
    ['com.br', 'pt-br', '12 pessoas acharam isso útil'],
    ['co.jp', 'ja-jp', '12人のお客様がこれが役に立ったと考えています'],
    ['com.tr', 'tr-tr', '12 kişi bunu faydalı buldu'],
    ['sa', 'ar-ae', 'وجد 12 شخصًا هذه المعلومات مفيدة'],
    ['nl', 'nl-nl', '12 mensen vonden dit nuttig'],
    ['pl', 'pl-pl', '12 osób uznało to za przydatne'],
    ['se', 'sv-se', '12 personer tyckte detta var hjälpsamt'],
  ])('are those of a statement without its mark: amazon.%s %s %s', (suffix, lang, votes) => {
    expect(only({ rest: `<span>${votes}</span>` }, { suffix, lang })).not.toHaveProperty('helpful_votes');
    const text = `<span data-hook="review-body">${votes}</span>`;
    expect(only({ rest: text }, { suffix, lang }).helpful_votes).toBe(0);
  });
});

describe('helpful votes of older pages', () => {
  test.each([
    ['com', 'en-us', '12 of 15 people found this helpful', 12],
    ['fr', 'fr-fr', '12 internautes sur 15 ont trouvé ce commentaire utile', 12],
    ['co.jp', 'ja-jp', '15人中12人の方が、「このレビューが参考になった」と投票しています', 12],
  ])('can name all votes: amazon.%s', (suffix, lang, votes, count) => {
    const rest = `<span class="review-votes">${votes}</span>`;
    expect(only({ rest }, { suffix, lang }).helpful_votes).toBe(count);
  });
});

describe('the author of a review without a profile', () => {
  const author = (byline: string) =>
    read({ reviews: `<div data-hook="review" id="R6KETTLE000001">${byline}</div>` }).entries[0];

  test.each([
    ['a link', 'By <a data-hook="review-author" href="/gp/pdp/profile/A1">Ann</a>'],
    [
      'a link in a line with the same hook',
      '<span data-hook="review-author">Von<span class="a-letter-space"></span><a data-hook="review-author" href="/gp/pdp/profile/A1">Ann</a></span>',
    ],
    ['a link without a hook', '<span data-hook="review-author">Par <a href="/gp/pdp/profile/A1">Ann</a></span>'],
  ])('is %s', (_, byline) => {
    expect(author(byline)).toMatchObject({ author: 'Ann', author_url: '/gp/pdp/profile/A1' });
  });

  test('can be a text in a line with the same hook', () => {
    const byline = '<span data-hook="review-author">By <span data-hook="review-author">A customer</span></span>';
    expect(author(byline)?.author).toBe('A customer');
  });
});

describe('a review of another site', () => {
  const review = (parts: string) =>
    read({
      lang: 'de-de',
      suffix: 'de',
      reviews: markup`
        <div id="R7KETTLE000001" data-hook="cmps-review">
          <div class="a-profile"><span class="a-profile-name">Ann</span></div>
          <i data-hook="cmps-review-star-rating" class="a-icon a-star-4"><span class="a-icon-alt">4.0 out of 5 stars</span></i>
          <span data-hook="cmps-review-title">Boils well</span>
          <span data-hook="cmps-review-date">3. März 2018</span>${parts}
          <div data-hook="cmps-review-collapsed">Quick and quiet.</div>
          <span data-hook="cmps-helpful-votes-text"><span>5 Personen fanden diese Informationen hilfreich.</span></span>
        </div>
      `,
    }).entries[0];

  test('has the country of that site', () => {
    const entry = review(
      markup`
        <span data-hook="published-on-amzn-text">Veröffentlicht auf Amazon.com</span>
        <div data-hook="cmps-format-strip"><span data-hook="avp-badge-linkless">Verifizierter Kauf</span></div>
      `,
    );
    expect(entry).toEqual({
      review_id: 'R7KETTLE000001',
      title: 'Boils well',
      text: 'Quick and quiet.',
      rating: 4,
      author: 'Ann',
      date: '2018-03-03',
      country: 'Vereinigte Staaten',
      verified_purchase: true,
      helpful_votes: 5,
      is_vine: false,
    });
  });

  test('can have a variation next to its badges', () => {
    const strip = markup`
      <div data-hook="cmps-format-strip">
        <span data-hook="format-strip-linkless">Farbe: Rot</span>
        <span data-hook="avp-badge-linkless">Verifizierter Kauf</span>
      </div>
    `;
    expect(review(strip)).toMatchObject({ variant: 'Farbe: Rot' });
  });

  test.each(['Veröffentlicht auf einer anderen Seite', 'Veröffentlicht auf amazon.communication'])(
    'has no country if the site is unknown: %s',
    (line) => {
      expect(review(`<span data-hook="published-on-amzn-text">${line}</span>`)).not.toHaveProperty('country');
    },
  );
});

describe('stars', () => {
  test.each([
    ['a-star-3', 3],
    ['a-star-small-4-5', 4.5],
  ])('are read from the icon’s class without a text: %s', (name, rating) => {
    expect(
      only({ stars: `<i data-hook="review-star-rating" class="a-icon a-icon-star ${name} review-rating"></i>` }).rating,
    ).toBe(rating);
  });
});

describe('the line of the variation', () => {
  const icon = '<i class="a-icon a-icon-text-separator" role="img" aria-label="|"></i>';

  test.each([
    ['between the parts', `<a data-hook="format-strip">Size: 2 l${icon}Color: Red</a>`, 'Size: 2 l | Color: Red'],
    [
      'inside a part',
      `<a data-hook="format-strip"><span>Size: 2 l${icon}</span><span>Color: Red</span></a>`,
      'Size: 2 l | Color: Red',
    ],
    ['nowhere', '<span data-hook="format-strip-linkless">Color: Red</span>', 'Color: Red'],
  ])('can have an icon %s', (_, strip, variant) => {
    expect(only({ strip }).variant).toBe(variant);
  });

  test('can have badges', () => {
    const strip = markup`
        <span data-hook="avp-badge-linkless">Verified Purchase</span>
        <span data-hook="linkless-vine-review-badge">Vine Customer Review of Free Product</span>
      `;
    expect(only({ strip })).toMatchObject({ verified_purchase: true, is_vine: true });
  });
});

describe('the mark of a Vine review', () => {
  const help =
    '<span> ( </span><a data-hook="linkless-format-strip-whats-this" href="/x">What\'s this?</a><span> )</span>';

  test.each([
    ['com', 'en-us', 'Amazon Vine Customer Review of Free Product'],
    ['de', 'de-de', 'Vine Kundenrezension eines kostenfreien Produkts'],
    ['fr', 'fr-fr', 'Commentaire client Vine pour produit gratuit'],
    ['it', 'it-it', 'Recensione Vine di Prodotto Gratuito'],
    ['es', 'es-es', 'Reseña de producto gratuito de Vine'],
    ['es', 'pt-pt', 'Avaliação dos clientes Vine do produto gratuito'],
    ['co.jp', 'ja-jp', 'Vine先取りプログラム™メンバー・カスタマーレビュー'],
  ])('is a sentence, and its help link is not a variant: amazon.%s %s', (suffix, lang, sentence) => {
    const entry = only({ strip: `<span class="a-color-success">${sentence}</span>${help}` }, { suffix, lang });
    expect(entry.is_vine).toBe(true);
    expect(entry).not.toHaveProperty('variant');
  });

  test('is its help link', () => {
    expect(only({ strip: '<a href="/gp/vine/help?ie=UTF8">?</a>' }).is_vine).toBe(true);
  });

  test('is not a variant with that word, and not another badge', () => {
    const strip =
      '<span data-hook="format-strip-linkless">Color: Vine</span><span class="a-color-success">Divine Vines Award</span>';
    expect(only({ strip })).toMatchObject({ is_vine: false, variant: 'Color: Vine' });
  });
});

test('returns full-size images, each once', () => {
  const I = 'https://m.media-amazon.com/images/I';
  const rest = markup`
    <img data-hook="review-image-tile" src="${I}/grey-pixel.gif" data-src="${I}/71x._SY88.jpg">
    <img data-hook="review-image-tile" src="${I}/71x._SY500_.jpg">
    <img data-hook="review-image-tile" src="${I}/72x._SY88.jpg">
  `;
  expect(only({ rest }).image_urls).toEqual([`${I}/71x.jpg`, `${I}/72x.jpg`]);
});

test.each([
  ['review-body', 'review-collapsed'],
  ['reviewText', 'reviewRichContentContainer'],
])('ignores a button around an empty text: %s', (around, place) => {
  const button = '<a data-hook="expand-collapse-read-more-less"><span class="a-expander-prompt">Read more</span></a>';
  const reviews = markup`
    <div data-hook="review" id="R5KETTLE000001">
      <span data-hook="review-title">Fine</span>
      <div data-hook="${around}">
        <div data-hook="${place}">
        </div>${button}</div>
    </div>
  `;
  expect(read({ reviews }).entries[0]).toMatchObject({ title: 'Fine' });
  expect(read({ reviews }).entries[0]).not.toHaveProperty('text');
});

test('ignores the text of a video player', () => {
  const markup = `<div data-hook="review" id="R4KETTLE000001"><span data-hook="review-body"><div data-hook="review-collapsed">
    <div class="a-section video-block"><div class="cr-media-status-container"><span class="a-color-inverse cr-media-error-msg">The media could not be loaded.</span></div></div>
    <span> Boils fast.</span></div><div class="a-expander-header"><a>Read more</a></div></span></div>`;
  expect(read({ reviews: markup }).entries?.[0]?.text).toBe('Boils fast.');
});

test('reads a mobile page', () => {
  const markup = `<div data-hook="mobley-review-content" id="R3KETTLE000001"><span class="a-profile-name">Cy</span><i data-hook="review-star-rating" class="a-star-2"></i>
    <span data-hook="review-title">Slow</span><span data-hook="msrp-avp-badge-linkless">Verified Purchase</span>
    <button class="review-image-thumbnail" data-image-source="https://m.media-amazon.com/images/I/73x._SY500_.jpg"></button></div>`;
  expect(read({ reviews: markup }).entries).toMatchObject([
    {
      review_id: 'R3KETTLE000001',
      title: 'Slow',
      rating: 2,
      verified_purchase: true,
      image_urls: ['https://m.media-amazon.com/images/I/73x.jpg'],
    },
  ]);
});

test('reads the whole text of a mobile page, which has it cut too', () => {
  const reviews = markup`
    <div data-hook="mobley-review-content" id="R3KETTLE000001">
      <span data-hook="review-title">Slow</span>
      <span data-hook="review-body" class="review-text-sub-contents">Boils but …</span>
      <span data-hook="review-body" class="a-hidden">Boils but takes its time.</span>
      <div data-hook="review-image-tile-section"><img src="https://m.media-amazon.com/images/I/74x._SY88.jpg"></div>
    </div>
  `;
  expect(read({ reviews }).entries).toMatchObject([
    { text: 'Boils but takes its time.', image_urls: ['https://m.media-amazon.com/images/I/74x.jpg'] },
  ]);
});

test('reads the markup of 2026', () => {
  const markup = `<div data-hook="review" id="R2KETTLE000001"><div data-hook="genome-widget"><a class="a-profile" href="/gp/profile/amzn1.account.BO"><span class="a-profile-name">Bo</span></a></div>
    <i class="a-icon a-icon-star a-star-5" data-hook="review-star-rating"><span class="a-icon-alt">5 out of 5 stars</span></i>
    <a href="/portal/customer-reviews/srp/-/R2KETTLE000001/ref=x"><h5 data-hook="reviewTitle">Would buy again</h5></a>
    <div data-hook="review-by-line"><span data-hook="review-date">Reviewed in Canada on February 1, 2026</span></div>
    <div data-hook="product-variation-attributes"><a data-hook="format-strip"><span>Color: Red</span></a><div data-hook="review-badges"><span data-hook="avp-badge">Verified Purchase</span></div></div>
    <div data-hook="reviewTextContainer"><div data-hook="reviewText"><div class="a-hidden">Brief content visible</div><div data-hook="reviewRichContentContainer"><p>Light.</p><p>Quick.</p></div></div><a>Read more</a></div></div>`;
  expect(read({ reviews: markup }).entries).toEqual([
    {
      review_id: 'R2KETTLE000001',
      title: 'Would buy again',
      text: 'Light. Quick.',
      rating: 5,
      author: 'Bo',
      author_url: '/gp/profile/amzn1.account.BO',
      date: '2026-02-01',
      country: 'Canada',
      verified_purchase: true,
      helpful_votes: 0,
      variant: 'Color: Red',
      is_vine: false,
    },
  ]);
});
