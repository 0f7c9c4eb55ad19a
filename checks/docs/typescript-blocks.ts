/** Compiles all TypeScript blocks in one program, and runs those that share an environment in one process. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import ts from 'typescript';
import { type CodeBlock, moduleOf, positionOf, root } from './blocks.ts';

/** A block as a module. */
export interface BlockModule {
  /** Name of the in-memory file: `docs/errors.md.57.ts`. */
  name: string;
  source: string;
}

/** The output of a block. */
export interface BlockReport {
  name: string;
  printed: string[];
  error?: string | undefined;
}

/** Returns the module of a block. */
function blockModule(block: CodeBlock): BlockModule {
  return { name: `${block.file}.${block.line}.ts`, source: moduleOf(block) };
}

const UNUSED = { noUnusedLocals: false, noUnusedParameters: false };

/** Returns the compiler's errors in all blocks, with positions in the documents. */
export function typeErrors(blocks: readonly CodeBlock[]): string[] {
  const modules = new Map(blocks.map((block) => [join(root, blockModule(block).name), block]));
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    {
      ...config,
      include: [],
      files: [],
      // Without the library of browsers, as docs/installing.md recommends.
      compilerOptions: { ...config.compilerOptions, lib: ['es2024', 'esnext.disposable'], ...UNUSED },
    },
    ts.sys,
    root,
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  const sourceOf = (path: string) => {
    const block = modules.get(path);
    return block === undefined ? undefined : moduleOf(block);
  };
  host.fileExists = (path) => modules.has(path) || fileExists(path);
  host.readFile = (path) => sourceOf(path) ?? readFile(path);
  host.getSourceFile = (path, target, ...rest) => {
    const source = sourceOf(path);
    return source === undefined ? getSourceFile(path, target, ...rest) : ts.createSourceFile(path, source, target);
  };
  const program = ts.createProgram([...modules.keys()], options, host);
  return [...modules].flatMap(([path, block]) => {
    const file = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map((diagnostic) => messageOf(diagnostic, block));
  });
}

function messageOf({ file, start, messageText }: ts.Diagnostic, block: CodeBlock): string {
  const line =
    file === undefined || start === undefined ? block.line : file.getLineAndCharacterOfPosition(start).line + 1;
  return `${block.file}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
}

/** Runs the blocks: those that share an environment in one process, each of the others in its own. */
export async function runBlocks(blocks: readonly CodeBlock[]): Promise<Map<string, BlockReport>> {
  const groups = Object.values(
    Object.groupBy(blocks, (block) => {
      const { alone, isLive = false } = block.setup ?? {};
      return alone === undefined ? String(isLive) : positionOf(block);
    }),
  );
  const reports = await Promise.all(groups.map((group) => runTogether(group ?? [])));
  const places = new Map(blocks.map((block) => [blockModule(block).name, positionOf(block)]));
  return new Map(reports.flat().map((report) => [places.get(report.name) ?? report.name, report]));
}

async function runTogether(blocks: readonly CodeBlock[]): Promise<BlockReport[]> {
  const { alone, isLive = false } = blocks[0]?.setup ?? {};
  const env = { ...withoutSettings(process.env), NODE_NO_WARNINGS: '1', ...alone };
  const given = { root, modules: blocks.map(blockModule), isLive, isAlone: alone !== undefined };
  return new Promise((resolve, reject) => {
    const runner = execFile(
      process.execPath,
      [join(import.meta.dirname, 'typescript-runner.ts')],
      { env, maxBuffer: 1e8 },
      (error, stdout) => {
        if (error === null) resolve(JSON.parse(stdout));
        else reject(error);
      },
    );
    runner.stdin?.end(JSON.stringify(given));
  });
}

/** Returns an environment without the settings of the person who runs the tests. */
export function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('BUYBOX_')));
}
