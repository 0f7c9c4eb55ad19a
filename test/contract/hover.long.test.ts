import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import * as contract from '../../src/contract/schemas/index.ts';

const root = join(import.meta.dirname, '../..');
const file = join(root, 'hover.ts');
const text = `
import { createMarketplace } from './src/entries/index.ts';
const marketplace = createMarketplace();
const envelope = await marketplace.product({ asin: 'B0WASSERK1', marketplace: 'de' });
if (envelope.found) console.log(envelope.data.bb_price, envelope.data.promotion?.deal?.ends_on, envelope.meta.usage.requests_remaining);
const scraped = await marketplace.scrape({ url: 'https://www.amazon.com/dp/B0LANTERN1' });
if (scraped.found && scraped.page_type === 'seller') console.log(scraped.data.feedback?.days_30?.positive_percent);
`;

/** Returns the documentation that an editor shows for a name in the program above. */
function hoverOf(editor: ts.LanguageService, word: string): string {
  const info = editor.getQuickInfoAtPosition(file, text.indexOf(word));
  return ts.displayPartsToString(info?.documentation);
}

it('an editor shows the comments of the contract on fields, parameters and envelopes', () => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const editor = ts.createLanguageService({
    readFile: ts.sys.readFile,
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const content = path === file ? text : ts.sys.readFile(path);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getCurrentDirectory: () => root,
  });
  expect(editor.getSemanticDiagnostics(file)).toEqual([]);
  expect(hoverOf(editor, 'bb_price')).toBe(contract.ProductDataSchema.shape.bb_price.description);
  expect(hoverOf(editor, 'ends_on')).toBe(contract.DealBadgeSchema.shape.ends_on.description);
  expect(hoverOf(editor, 'positive_percent')).toBe(contract.FeedbackPeriodSchema.shape.positive_percent.description);
  expect(hoverOf(editor, 'requests_remaining')).toBe(contract.UsageSchema.shape.requests_remaining.description);
  expect(hoverOf(editor, 'asin')).toBe(contract.ProductParamsSchema.shape.asin.description);
  expect(hoverOf(editor, 'marketplace: ')).toBe(contract.ProductParamsSchema.shape.marketplace.description);
});
