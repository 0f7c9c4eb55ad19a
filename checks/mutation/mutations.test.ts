import { describe, expect, it } from 'vitest';
import { markup } from '../../test/markup.ts';
import { FOREIGN } from './foreign.ts';
import { type Mutation, type MutationKind, mutate } from './mutations.ts';
import { edited, elementsOf, type SourceElement } from './source.ts';

const html = markup`
  <html><head></head><body>
  <div id="box" class="a-box aok-hidden" data-feature-name="box" style="display:none"><p>Only <b>3</b> left</p></div>
  <div id="price"><span class="a-price"><span class="a-offscreen">$10.00</span></span></div>
  <table><tr><td id="cell">1</td><td>2</td></tr><tr id="last"><td>3</td></tr></table>
  </body></html>`;

function elementOf(find: (element: SourceElement) => boolean): SourceElement {
  const element = elementsOf(html).find((one) => one !== undefined && find(one));
  if (element === undefined) throw new Error('no such element');
  return element;
}
const byId = (id: string) => elementOf(({ attributes }) => attributes.get('id')?.value === id);
const byClass = (name: string) => elementOf(({ attributes }) => attributes.get('class')?.value === name);
const byTag = (tag: string) => elementOf((element) => element.tag === tag);

function changed(kind: MutationKind, element: SourceElement, pick = 0): string | undefined {
  const mutation: Mutation | undefined = mutate(kind, element, html, pick);
  return mutation && edited(html, mutation.edits);
}

describe('a change of a page', () => {
  it.each([
    ['wrap', byId('price'), '<div class="x-wrap"><div id="price">'],
    ['wrap', byId('cell'), '<td id="cell"><div class="x-wrap">1</div></td>'],
    ['rename-class', byClass('a-price'), '<span class="a-price_x2">'],
    ['rename-id', byId('price'), '<div id="price_x2">'],
    ['change-tag', byId('price'), '<section id="price"><span class="a-price">'],
    ['repeat', byClass('a-price'), '$10.00</span></span><span class="a-price"><span class="a-offscreen">$10.00'],
    ['remove', byClass('a-price'), '<div id="price"></div>'],
    ['empty-twin', byId('price'), '<div id="price"></div><div id="price"><span'],
    ['reorder', byId('box'), '$10.00</span></span></div><div id="box"'],
    ['foreign-block', byId('price'), FOREIGN.price],
  ] as const)('%s', (kind, element, expected) => {
    expect(changed(kind, element, kind === 'change-tag' ? 1 : 0)).toContain(expected);
  });

  it('drops a mark and keeps the rest of the tag', () => {
    expect(changed('drop-mark', byId('price'))).toContain('<div ><span class="a-price">');
  });

  it('keeps hidden elements hidden', () => {
    for (let pick = 0; pick < 10; pick++) {
      expect(changed('rename-class', byId('box'), pick)).toContain('aok-hidden');
      expect(changed('drop-mark', byId('box'), pick)).toMatch(/class="a-box aok-hidden".*style="display:none"/);
    }
  });

  it.each([
    ['a word of a sentence', 'remove', byTag('b')],
    ['a word of a sentence', 'repeat', byTag('b')],
    ['a part of an amount', 'remove', byClass('a-offscreen')],
    ['a cell of a row', 'reorder', byId('cell')],
    ['a row of a table', 'wrap', byId('last')],
    ['a row of a table', 'foreign-block', byId('last')],
  ] as const)('leaves %s alone: %s', (_what, kind, element) => {
    expect(changed(kind, element)).toBeUndefined();
  });
});

describe('the places of elements', () => {
  it('are those of the tags in the HTML', () => {
    const { start, end, open, close } = byId('price');
    expect(html.slice(start, end)).toMatch(/^<div id="price">.*<\/div>$/);
    expect([html.slice(open.start, open.end), html.slice(close.start, close.end)]).toEqual([
      '<div id="price">',
      '</div>',
    ]);
  });

  it('are unknown for elements without tags of their own', () => {
    const elements = elementsOf('<table><tr><td>1</table>');
    expect(elements.map((element) => element?.tag)).toEqual([
      undefined,
      undefined,
      undefined,
      'table',
      undefined,
      undefined,
      undefined,
    ]);
  });
});
