/** What an editor shows of the package: texts, completions and errors, asked from the server that editors use. */
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as contract from '../../src/contract/schemas/index.ts';

const root = join(import.meta.dirname, '../..');
const file = join(root, 'editor.ts');

const HEAD = `
import { batch, createMarketplace, searchPages } from './src/entries/index.ts';
import { parsePage, parseProduct } from './src/entries/parse.ts';
const marketplace = createMarketplace();
const asin = 'B0WASSERK1';
const url = 'https://www.amazon.de/dp/B0WASSERK1';
`;

const READING = `
const envelope = await marketplace.product({ asin: 'B0WASSERK1', marketplace: 'de' });
if (envelope.found) console.log(envelope.data.bb_price, envelope.data.promotion?.deal?.ends_on, envelope.meta.usage.requests_remaining);
const scraped = await marketplace.scrape({ url });
if (scraped.found && scraped.page_type === 'seller') console.log(scraped.data.feedback?.days_30?.positive_percent);
`;

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
let text = HEAD;
let version = 0;
const editor = ts.createLanguageService({
  readFile: ts.sys.readFile,
  fileExists: (path) => path === file || ts.sys.fileExists(path),
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
  getCompilationSettings: () => options,
  getScriptFileNames: () => [file],
  getScriptVersion: (path) => (path === file ? String(version) : '1'),
  getScriptSnapshot: (path) => {
    const content = path === file ? text : ts.sys.readFile(path);
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
  },
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  getCurrentDirectory: () => root,
});

function open(program: string): void {
  text = HEAD + program;
  version++;
}

/** Returns the documentation that an editor shows for a name in a program. */
function hoverOf(program: string, word: string): string {
  open(program);
  return ts.displayPartsToString(editor.getQuickInfoAtPosition(file, text.lastIndexOf(word))?.documentation);
}

/** Returns what an editor offers at the mark `|` of a program. */
function offeredIn(program: string): string[] {
  open(program.replace('|', ''));
  const at = HEAD.length + program.indexOf('|');
  return editor.getCompletionsAtPosition(file, at, {})?.entries.map(({ name }) => name) ?? [];
}

/** Returns the errors of a program, each as its first line. */
function errorsOf(program: string): string[] {
  open(`${program}\nvoid [batch, parsePage, parseProduct, searchPages, asin, url];`);
  return editor
    .getSemanticDiagnostics(file)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('an editor', () => {
  it('shows the comments of the contract on fields, parameters and envelopes', () => {
    expect(errorsOf(READING)).toEqual([]);
    const { shape } = contract.ProductDataSchema;
    expect(hoverOf(READING, 'bb_price')).toBe(shape.bb_price.description);
    expect(hoverOf(READING, 'ends_on')).toBe(contract.DealBadgeSchema.shape.ends_on.description);
    expect(hoverOf(READING, 'positive_percent')).toBe(contract.FeedbackPeriodSchema.shape.positive_percent.description);
    expect(hoverOf(READING, 'requests_remaining')).toBe(contract.UsageSchema.shape.requests_remaining.description);
    expect(hoverOf(READING, "asin: 'B0")).toBe(contract.ProductParamsSchema.shape.asin.description);
    expect(hoverOf(READING, 'marketplace: ')).toBe(contract.ProductParamsSchema.shape.marketplace.description);
  });

  it.each(['product', 'search', 'offers', 'seller', 'category', 'scrape'])(
    'says what %s does, costs, and does not find',
    (name) => {
      const shown = hoverOf(`marketplace.${name};`, name);
      expect(shown).toMatch(/^Returns /);
      expect(shown).toContain('one credit');
      expect(shown).toContain('`found: false`');
      expect(hoverOf(`const { ${name} } = marketplace;`, `${name} }`)).toBe(shown);
    },
  );

  it.each(['marketplace.product({ asin, | });', 'parseProduct("", { url, | });'])(
    'offers the parameter fields in %s',
    (program) => {
      expect(offeredIn(program)).toContain('fields');
    },
  );

  it.each([
    'marketplace.product({ asin, fields: ["|"] });',
    'marketplace.product({ asin, fields: ["title", "|"] });',
    'parseProduct("", { url, fields: ["|"] });',
    'parsePage("", { url, fields: ["|"] });',
    'batch(marketplace, [{ endpoint: "product", params: { asin, fields: ["|"] } }]);',
  ])('offers the names of fields in %s', (program) => {
    expect(offeredIn(program)).toEqual(expect.arrayContaining(['title', 'bb_price', 'brand.name']));
  });

  it('offers those of the entries of a list', () => {
    const program = 'searchPages(marketplace, { keyword: "kettle", fields: ["|"] });';
    expect(offeredIn(program)).toEqual(expect.arrayContaining(['last_page_number', 'shallow_parts.price']));
    expect(offeredIn(program)).not.toContain('bb_price');
  });

  it.each([
    ['marketplace.product({ ASIN: "x" });', /'ASIN' does not exist.*Did you mean to write 'asin'\?$/s],
    ['marketplace.product({ asin, maxPage: 2 });', /'maxPage' does not exist/],
    ['marketplace.product({ asin, marketplace: "com" });', /^Type '"com"' is not assignable to type '"us" \| "uk"/],
    ['marketplace.search({ keyword: "a", page: "2" });', /^Type 'string' is not assignable to type 'number'/],
    ['marketplace.product({ asin, fields: ["titel"] });', /^Type '"titel"' .*Did you mean '"title"'\?$/s],
  ])('shows one error for %s', (program, message) => {
    expect(errorsOf(program)).toEqual([expect.stringMatching(message)]);
  });
});
