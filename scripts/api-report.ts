/**
 * Writes the reports of the public surface, one an entry, out of the build's declarations: `npm run api`. A change of the surface is then a
 * change of a file, which a review sees.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import manifest from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');

/** Where the reports are kept. */
export const REPORTS_FOLDER: string = join(root, 'api');

/** The names of the entries' files. */
export const ENTRY_NAMES: readonly string[] = Object.values(manifest.exports).flatMap((target) =>
  typeof target === 'string' ? [] : [target.import.default.replace(/^\.\/dist\/(.+)\.js$/, '$1')],
);

/** Writes the report of every entry of a package that is built into a folder. */
export function writeReports(packageFolder: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of ENTRY_NAMES) writeReport(packageFolder, name, folder);
}

/** Members of an enumeration: the compiler puts them in the order in which it met their names, which differs from build to build. */
const MEMBERS = /(?:^ +(\w+): "\1";\n)+/gm;

/** The report of an entry, from a folder of reports, the members of enumerations in order. */
export function readReport(folder: string, name: string): string {
  const report = readFileSync(join(folder, `${name}.api.md`), 'utf8');
  return report.replace(MEMBERS, (members) => `${members.trimEnd().split('\n').sort().join('\n')}\n`);
}

function writeReport(packageFolder: string, name: string, folder: string): void {
  const scratch = mkdtempSync(join(tmpdir(), 'buybox-api-'));
  const declarations = join(packageFolder, `dist/${name}.d.ts`);
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
          // A type that a signature names and that this entry does not export: in the report, so that a new one is seen.
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
        // Told by the report itself.
        message.handled = message.logLevel !== ExtractorLogLevel.Error;
      },
    });
    if (!succeeded) throw new Error(`${name}: the declarations in ${packageFolder} could not be read`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (import.meta.main) writeReports(root, REPORTS_FOLDER);
