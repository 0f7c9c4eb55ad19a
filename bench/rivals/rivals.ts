/** Other libraries that read pages. They are installed here, when the benchmarks run: `npm run typecheck:folders` checks this file. */
import * as cheerio from 'cheerio';
import * as select from 'css-select';
import * as htmlparser2 from 'htmlparser2';
import { parseHTML } from 'linkedom';
import * as nodeHtmlParser from 'node-html-parser';
import type { Contestant, RivalName } from '../contestants.ts';
import { type KnownField, knownFields } from '../known-fields.ts';
import type { BenchPage } from '../pages.ts';

/** The libraries, by the name in the tables. */
export const rivals: Readonly<Record<RivalName, Contestant>> = {
  'cheerio, 20 fields': withCheerio,
  'htmlparser2 + css-select, 20 fields': withHtmlparser2,
  'linkedom, 20 fields': withLinkedom,
  'node-html-parser, 20 fields': withNodeHtmlParser,
};

/** Reads the known fields with the functions of a library: `all` finds all elements, `one` reads one field. */
function readAll<Node>(
  { type }: BenchPage,
  root: Node,
  all: (selector: string, node: Node) => Iterable<Node>,
  one: (field: KnownField, node: Node) => string | undefined,
): unknown {
  const { page = [], items } = knownFields[type] ?? {};
  const fields = page.map((field) => one(field, root));
  if (items === undefined) return fields;
  return [...fields, ...[...all(items.selector, root)].map((item) => items.fields.map((field) => one(field, item)))];
}

function withCheerio(page: BenchPage): unknown {
  const $ = cheerio.load(page.html);
  return readAll(
    page,
    $.root(),
    (selector, node) =>
      node
        .find(selector)
        .toArray()
        .map((element) => $(element)) as unknown as (typeof node)[],
    ([selector, attribute], node) => {
      const found = node.find(selector).first();
      return attribute === undefined ? found.text().trim() : found.attr(attribute);
    },
  );
}

function withHtmlparser2(page: BenchPage): unknown {
  const { DomUtils } = htmlparser2;
  type Node = ReturnType<typeof htmlparser2.parseDocument>['children'][number];
  return readAll<Node>(
    page,
    htmlparser2.parseDocument(page.html),
    (selector, node) => select.selectAll<Node, Extract<Node, { attribs: unknown }>>(selector, node),
    ([selector, attribute], node) => {
      const found = select.selectOne<Node, Extract<Node, { attribs: unknown }>>(selector, node);
      if (found === null) return undefined;
      return attribute === undefined ? DomUtils.textContent(found).trim() : found.attribs[attribute];
    },
  );
}

function withLinkedom(page: BenchPage): unknown {
  return readAll(page, parseHTML(page.html).document as unknown as ParentNode, querySelectorAll, querySelector);
}

function withNodeHtmlParser(page: BenchPage): unknown {
  return readAll(page, nodeHtmlParser.parse(page.html) as unknown as ParentNode, querySelectorAll, querySelector);
}

function querySelectorAll(selector: string, node: ParentNode): Iterable<ParentNode> {
  return node.querySelectorAll(selector);
}

function querySelector([selector, attribute]: KnownField, node: ParentNode): string | undefined {
  const found = node.querySelector(selector);
  return (attribute === undefined ? found?.textContent?.trim() : found?.getAttribute(attribute)) ?? undefined;
}
