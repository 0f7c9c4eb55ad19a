/**
 * Writes a report of the public API for each entry, from the declarations of the build: `npm run api`. The reports are committed, so that a review
 * shows every change of the API.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import manifest from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');

/** The folder of the reports. */
export const REPORTS_FOLDER: string = join(root, 'api');

/** The file names of the entries, without extension. */
export const ENTRY_NAMES: readonly string[] = Object.values(manifest.exports).flatMap((target) =>
  typeof target === 'string' ? [] : [target.import.default.replace(/^\.\/dist\/(.+)\.js$/, '$1')],
);

/** Writes the report of every entry to a folder. `packageFolder` must contain a build in `dist`. */
export function writeReports(packageFolder: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of ENTRY_NAMES) writeReport(packageFolder, name, folder);
}

/** The members of an enumeration. The compiler writes them in an order that differs between builds. */
const MEMBERS = /(?:^ +(\w+): "\1";\n)+/gm;

/** A union of strings. Where the compiler infers it, its order differs between builds. */
const UNION = /"[^"\n]*"(?: \| "[^"\n]*")+/g;

/** A place in a file that entries share. The build gives its name a hash, which changes without a change of the API. */
const SHARED_FILE = /dist\/([\w-]+?)-[\w-]{8}\.d\.c?ts:\d+:\d+/g;

/** Returns the report of an entry, with the members of enumerations and unions in alphabetical order and without hashes of file names. */
export function readReport(folder: string, name: string): string {
  const report = readFileSync(join(folder, `${name}.api.md`), 'utf8');
  return report
    .replace(MEMBERS, (members) => `${members.trimEnd().split('\n').sort().join('\n')}\n`)
    .replace(UNION, (union) => union.split(' | ').sort().join(' | '))
    .replace(SHARED_FILE, 'dist/$1.d.ts');
}

function writeReport(packageFolder: string, name: string, folder: string): void {
  const scratch = mkdtempSync(join(tmpdir(), 'buybox-api-'));
  const declarations = join(packageFolder, `dist/${name}.d.cts`);
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    skipLibCheck: true,
  };
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: packageFolder,
      mainEntryPointFilePath: declarations,
      compiler: { overrideTsconfig: { compilerOptions, files: [declarations] } },
      apiReport: { enabled: true, reportFileName: `${name}.api.md`, reportFolder: folder, reportTempFolder: scratch },
      newlineKind: 'lf',
      messages: {
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.None },
          // Types that a signature names but the entry does not export are listed in the report, so that a review shows new ones.
          'ae-forgotten-export': { logLevel: ExtractorLogLevel.Warning, addToApiReportFile: true },
        },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(packageFolder, 'package.json'),
  });
  try {
    const { succeeded } = Extractor.invoke(config, {
      localBuild: true,
      messageCallback: (message) => {
        // The report itself contains the warnings.
        message.handled = message.logLevel !== ExtractorLogLevel.Error;
      },
    });
    if (!succeeded) throw new Error(`${name}: the declarations in ${packageFolder} could not be read`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (import.meta.main) writeReports(root, REPORTS_FOLDER);
