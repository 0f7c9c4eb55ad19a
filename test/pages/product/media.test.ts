import { describe, expect, test } from 'vitest';
import { markup } from '../../markup.ts';
import { read } from './page.ts';

const I = 'https://m.media-amazon.com/images/I';
const script = (code: string) =>
  `<script type="text/javascript">P.when('A').register("ImageBlockATF", function(A){ ${code} });</script>`;
const gallery = (list: string, more = '') =>
  script(`var data = { 'colorImages': { 'initial': ${list} }, ${more} 'heroImage': {} };`);
const late = (json: string) =>
  `<script>P.when('jQuery').register('ImageBlockBTF', function(jQuery){ var obj = jQuery.parseJSON('${json}'); data["colorImages"] = obj.colorImages; });</script>`;
const thumb = (type: string, variant: string, id: string, more = '') =>
  markup`
    <li class="item imageThumbnail ${more && 'overlayRestOfImages'} variant-${variant}">
      <span class="a-declarative" data-thumb-action='{"variant":"${variant}","type":"${type}"}'>
        <img src="${I}/${id}._AC_US40_.jpg">${more}</span>
    </li>
  `;

describe('images', () => {
  test('have URL, thumbnail and position of the gallery', () => {
    const elsewhere = gallery(
      `[{"hiRes":"${I}/71a._AC_SL1500_.jpg","thumb":"${I}/31a._AC_US40_.jpg","large":"${I}/31a._AC_.jpg","variant":"MAIN"},
        {"hiRes":null,"thumb":"${I}/31b._AC_US40_.jpg","large":"${I}/31b._AC_.jpg","main":{"${I}/61b._SX355_.jpg":[355,200],"${I}/61b._SX679_.jpg":[679,400]},"variant":"PT01"},
        {"hiRes":null,"large":"${I}/31c._AC_.jpg"}]`,
    );
    expect(read({ elsewhere })).toMatchObject({
      image_url: `${I}/71a._AC_SL1500_.jpg`,
      images_count: 3,
      images: [
        { url: `${I}/71a._AC_SL1500_.jpg`, thumbnail_url: `${I}/31a._AC_US40_.jpg`, variant: 'MAIN' },
        { url: `${I}/61b._SX679_.jpg`, thumbnail_url: `${I}/31b._AC_US40_.jpg`, variant: 'PT01' },
        { url: `${I}/31c._AC_.jpg` },
      ],
    });
  });

  test('are read for books on older pages', () => {
    const elsewhere = script(
      `var data = { 'imageGalleryData' : [{"mainUrl":"${I}/51x.jpg","dimensions":[9,9],"thumbUrl":"${I}/51x._AC_SX75_.jpg"}] };`,
    );
    expect(read({ elsewhere })).toMatchObject({ image_url: `${I}/51x.jpg`, images_count: 1 });
  });

  test('are read from markup without scripts; the last thumbnail has the number of hidden ones', () => {
    const elsewhere = `<div id="main-image-container"><ul><li class="image item variant-MAIN"><img data-old-hires="${I}/81m._AC_SL1500_.jpg" src="${I}/81m._SX466_.jpg"></li>
      <li class="image item variant-PT01"><img src="data:image/gif;base64,AA"></li></ul></div>
      <div id="altImages"><ul>${thumb('image', 'MAIN', '31m')}${thumb('image', 'PT01', '31p')}${thumb('chromeful-video', 'MAIN', '31v')}
      ${thumb('image', 'PT02', '31q', '<span class="textMoreImages"> 4+ </span>')}</ul></div>`;
    const { images, images_count } = read({ elsewhere });
    expect(images?.map(({ url }) => url)).toEqual([`${I}/81m._AC_SL1500_.jpg`, `${I}/31p.jpg`, `${I}/31q.jpg`]);
    expect(images_count).toBe(6);
  });

  test('have no count if a script would add thumbnails', () => {
    const row = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => thumb('image', '', id)).join('');
    const elsewhere = `<img id="landingImage" data-old-hires="${I}/81m.jpg"><div id="altImages"><ul>${row}</ul></div>`;
    const data = read({ elsewhere });
    expect(data.images).toHaveLength(6);
    expect(data.image_url).toBe(`${I}/81m.jpg`);
    expect(data).not.toHaveProperty('images_count');
  });

  test.each([
    [
      'its largest size',
      `<img id="landingImage" data-a-dynamic-image='{"${I}/61._SX300_.jpg":[300,300],"${I}/61._SX600_.jpg":[600,600]}' src="data:x">`,
      `${I}/61._SX600_.jpg`,
    ],
    ['an e-book', `<img id="ebooksImgBlkFront" src="${I}/41._SY346_.jpg">`, `${I}/41._SY346_.jpg`],
    ['inside its frame', `<div id="imgTagWrapperId"><img src="${I}/51.jpg"></div>`, `${I}/51.jpg`],
  ])('include only the main image: %s', (_, elsewhere, url) => {
    expect(read({ elsewhere })).toMatchObject({ image_url: url, images: [{ url }] });
  });

  test('include only the cover of an e-book without a gallery', () => {
    const cover = (id: string) => read({ elsewhere: `<img id="${id}" src="${I}/41._SY346_.jpg">` });
    expect(cover('ebooksImgBlkFront').images_count).toBe(1);
    expect(cover('landingImage')).not.toHaveProperty('images_count');
  });

  test('skip a placeholder', () => {
    expect(read({ elsewhere: '<img id="landingImage" src="data:image/gif;base64,AA">' })).not.toHaveProperty(
      'image_url',
    );
  });
});

describe('videos', () => {
  test('are read from the gallery’s script', () => {
    const json = String.raw`{"videos":[{"title":"A 5\\" pot - Sara\'s choice","url":"https:\\/\\/m.media-amazon.com\\/v1.m3u8","thumb":"${I}/v1.jpg","durationSeconds":52},{"title":"","url":"https://m.media-amazon.com/v2.mp4","durationSeconds":0}]}`;
    const { videos, videos_count } = read({ elsewhere: late(json) });
    expect(videos).toEqual([
      {
        title: 'A 5" pot - Sara\'s choice',
        url: 'https://m.media-amazon.com/v1.m3u8',
        thumbnail_url: `${I}/v1.jpg`,
        duration_seconds: 52,
      },
      { url: 'https://m.media-amazon.com/v2.mp4' },
    ]);
    expect(videos_count).toBe(2);
  });

  test('are absent if there are none', () => {
    expect(read({ elsewhere: late('{"videos":[]}') })).not.toHaveProperty('videos_count');
  });

  test.each([
    ['6 VIDEOS', 6],
    ['VIDEOS', undefined],
  ])('are counted by the label of the gallery without the list: "%s"', (label, count) => {
    expect(read({ elsewhere: `<span id="videoCount">${label}</span>` }).videos_count).toBe(count);
  });
});

test.each([
  ['1', true],
  ['0', false],
])('reads the 360-degree view: %s', (flag, shown) => {
  expect(read({ elsewhere: gallery('[]', `'spin360ColorEnabled': {'initial': ${flag}},`) }).has_360_view).toBe(shown);
});
