/** Reads the targets of a watch from a file. */
import { BadRequestError } from '../../contract/errors.ts';
import { isRecord } from '../../contract/json.ts';
import { detectPageType } from '../../pages/index.ts';
import { everyMsIn, storedTarget } from '../../watch/run/stored-target.ts';
import type { Rules, WatchTarget } from '../../watch/types.ts';
import { backendOf, callDefaults } from '../backend.ts';
import { readInputs } from '../batch/inputs/read.ts';
import type { Input } from '../batch/inputs/requests.ts';
import { displayName } from '../files.ts';
import type { Terminal } from '../terminal.ts';
import type { WatchFlags } from '../watch.ts';
import { addRule } from './rule-text.ts';

/** A target of a file, with its id. */
export type FileTarget = WatchTarget & { id: string };

/** How the strings of CSV cells become options of a target. Other values stay as they are. */
const OPTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  id: String,
  every: String,
  pages: (text) => (/^\d+$/.test(text) ? Number(text) : text),
  asins: (text) => text.toUpperCase().split(/[\s,;]+/),
  when: (text) => text.split(/[\s;]+/).reduce<Rules>((rules, rule) => addRule(rule, rules), {}),
};

/**
 * Returns the targets of a file: the forms that `buybox batch` reads, with the options of targets as further members or columns. Members of the user's
 * own become `extra`. Equal targets are one.
 *
 * @throws BadRequestError for a file that cannot be read, and for the first invalid line, with its number
 */
export async function readFileTargets(file: string, flags: WatchFlags, terminal: Terminal): Promise<FileTarget[]> {
  const rules = { as: flags.endpoint, defaults: callDefaults(flags), isLocal: backendOf(flags) === 'local' };
  const everyMs = everyMsIn({ name: 'every', value: flags.every });
  const source = { file, stdin: () => terminal.input() };
  const targets = new Map<string, FileTarget>();
  for await (const input of readInputs(source, flags.input, rules, terminal.signal)) {
    const target = targetOf(input, file, (given) =>
      storedTarget(given, 0, { everyMs, call: rules.defaults, maxPages: Number.POSITIVE_INFINITY }),
    );
    targets.set(target.id, target);
  }
  if (targets.size > 0) return [...targets.values()];
  throw new BadRequestError(
    `file: ${displayName(file)} has no targets: expected an ASIN, a URL or a JSON object a line.`,
    {
      parameter: 'file',
    },
  );
}

function targetOf(
  { line, request, invalid }: Input & { line?: number },
  file: string,
  check: (given: unknown) => { id: string },
): FileTarget {
  try {
    if (invalid !== undefined) throw invalid.error;
    const target = watchTarget(request);
    return { ...target, id: check(target).id };
  } catch (cause) {
    if (!(cause instanceof BadRequestError)) throw cause;
    const { code, parameter } = cause;
    const where = `${displayName(file)}, line ${line ?? invalid?.line}`;
    throw new BadRequestError(`${where}: ${cause.message.replace(/^targets\[0\]: /, '')}`, { code, parameter, cause });
  }
}

function watchTarget({ endpoint, params, ...own }: Readonly<Record<string, unknown>>): WatchTarget {
  const options: Record<string, unknown> = {};
  const extra: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(own)) {
    const read = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
    if (name === 'extra' && isRecord(value)) Object.assign(extra, value);
    else if (read === undefined) extra[name] = value;
    else if (value !== '') options[name] = typeof value === 'string' ? read(value.trim()) : value;
  }
  const { page, ...others } = params as Record<string, unknown>;
  const call = productOf(endpoint, page === undefined || page === 1 ? others : { ...others, page });
  // Checked by `storedTarget`.
  return { ...call, ...options, ...(Object.keys(extra).length > 0 && { extra }) } as WatchTarget;
}

/** The URL of a product is the product: its history is found by the ASIN. */
function productOf(endpoint: unknown, params: Record<string, unknown>): { endpoint: unknown; params: unknown } {
  const page = endpoint === 'scrape' && typeof params.url === 'string' ? detectPageType(params.url) : undefined;
  if (page?.page_type !== 'product' || page.asin === undefined) return { endpoint, params };
  const { url: _, ...others } = params;
  return { endpoint: 'product', params: { ...others, asin: page.asin, marketplace: page.marketplace } };
}
