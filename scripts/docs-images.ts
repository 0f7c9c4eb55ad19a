/**
 * Draws the images of the documentation: `npm run docs:images`. `explain.svg` shows a part of what `buybox explain` prints for a fixture page.
 * `architecture.svg` is the drawing in `docs/contributing/architecture.md`: the site shows it instead of the text. Mermaid draws it in Chromium.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import cliTruncate from 'cli-truncate';
import { chromium } from 'playwright-core';
import { type ExplainedField, explainPage } from '../src/entries/parse.ts';
import { install } from './installed.ts';

const root = join(import.meta.dirname, '..');
const FOLDER = join(root, 'docs/images');

const URL_OF_PAGE = 'https://www.amazon.com/dp/B0LANTERN1';
const REQUESTED_AT = new Date('2026-11-20T12:00:00Z');

/** The fields in the image. */
const SHOWN = [
  'asin',
  'title',
  'bb_price',
  'currency',
  'in_stock',
  'sellers_all',
  'bsr',
  'bought_past_month',
  'rating',
  'reviews',
  'delivery_location',
  'country_of_origin',
  'buybox',
  'image_url',
  'variations_count',
];

/** Position of each column, and its width in characters. */
const COLUMNS = [
  { x: 24, width: 22 },
  { x: 216, width: 42 },
  { x: 560, width: 52 },
] as const;
const WIDTH = 1000;
const LINE = 24;
const TOP = 92;

const STYLE = `
    text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #24292f; }
    .frame { fill: #ffffff; stroke: #d0d7de; } .bar { fill: #f6f8fa; } .line { stroke: #d8dee4; }
    .head, .source { fill: #57606a; } .field { fill: #0550ae; } .value { fill: #116329; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; } .frame { fill: #0d1117; stroke: #30363d; } .bar { fill: #161b22; } .line { stroke: #21262d; }
      .head, .source { fill: #8b949e; } .field { fill: #79c0ff; } .value { fill: #7ee787; }
    }`;

/** Returns the image of `explain`. */
export function explainPicture(): string {
  const html = readFileSync(join(root, 'fixtures/product/us-lantern.html'), 'utf8');
  const { fields } = explainPage(html, { url: URL_OF_PAGE, requestedAt: REQUESTED_AT });
  const shown = SHOWN.map((path) => {
    const field = fields.find((one) => one.path === path);
    if (field === undefined) throw new Error(`${path}: explainPage returned no such field`);
    return field;
  });
  const height = TOP + shown.length * LINE + 12;
  const command = '$ npx buybox explain page.html';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="What buybox explain prints: a line for each field, with its value and the place on the page where it was read">
  <style>${STYLE}
  </style>
  <rect class="frame" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
  <path class="bar" d="M1 37V9a8 8 0 0 1 8-8h${WIDTH - 18}a8 8 0 0 1 8 8v28z"/>
  <text x="24" y="24">${escaped(command)}</text>
${cells(['FIELD', 'VALUE', 'READ FROM'], 'head', TOP - LINE)}
${shown.map((field, index) => row(field, TOP + index * LINE)).join('\n')}
</svg>
`;
}

function row({ path, value, source, at }: ExplainedField, y: number): string {
  const rule = `  <line class="line" x1="24" x2="${WIDTH - 24}" y1="${y - 16}" y2="${y - 16}"/>`;
  const origin = at === '' ? source : `${source} ${at}`;
  return `${rule}\n${cells([path, JSON.stringify(value), origin], ['field', 'value', 'source'], y)}`;
}

function cells(texts: readonly string[], styles: string | readonly string[], y: number): string {
  const cell = ({ x, width }: (typeof COLUMNS)[number], index: number) => {
    return `  <text class="${typeof styles === 'string' ? styles : styles[index]}" x="${x}" y="${y}">${escaped(cliTruncate(texts[index] ?? '', width))}</text>`;
  };
  return COLUMNS.map(cell).join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}

/** The drawing in `docs/contributing/architecture.md`, and the mark of its text in the image. */
export function drawingOf(markdown: string): { text: string; mark: string } {
  const text = /```mermaid\n(.*?)\n```/s.exec(markdown)?.[1] ?? '';
  return { text, mark: `<!-- ${createHash('sha256').update(text).digest('hex')} -->` };
}

async function drawnByMermaid(): Promise<string> {
  const { text, mark } = drawingOf(readFileSync(join(root, 'docs/contributing/architecture.md'), 'utf8'));
  const packages = join(import.meta.dirname, 'drawings');
  await install(packages);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ path: join(packages, 'node_modules/mermaid/dist/mermaid.min.js') });
    const svg = await page.evaluate(async (drawing) => {
      const { mermaid } = globalThis as unknown as { mermaid: Mermaid };
      const themeCSS = 'svg { background: #ffffff; border-radius: 8px }';
      const flowchart = { wrappingWidth: 500 };
      mermaid.initialize({ theme: 'neutral', htmlLabels: false, deterministicIds: true, themeCSS, flowchart });
      return (await mermaid.render('drawing', drawing)).svg;
    }, text);
    return `${svg.replace(/^<svg[^>]*>/, (start) => `${start}${mark}`)}\n`;
  } finally {
    await browser.close();
  }
}

interface Mermaid {
  initialize(config: object): void;
  render(id: string, drawing: string): Promise<{ svg: string }>;
}

if (import.meta.main) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'explain.svg'), explainPicture());
  writeFileSync(join(FOLDER, 'architecture.svg'), await drawnByMermaid());
}
