/** What the tests do with blocks of TypeScript: one program of all for the compiler, one process for all that share an environment. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import ts from 'typescript';
import { type CodeBlock, moduleOf, placeOf, root } from './blocks.ts';

/** A block as a module. */
export interface BlockModule {
  /** Its file, which stands only in memory: `docs/errors.md.57.ts`. */
  name: string;
  source: string;
}

/** What a block did. */
export interface BlockReport {
  name: string;
  printed: string[];
  error?: string | undefined;
}

/** The module of a block. */
export function blockModule(block: CodeBlock): BlockModule {
  return { name: `${block.file}.${block.line}.ts`, source: moduleOf(block) };
}

/** What the compiler says against the blocks, all of them in one program, by the place in the document. */
export function typeErrors(blocks: readonly CodeBlock[]): string[] {
  const modules = new Map(blocks.map((block) => [join(root, blockModule(block).name), block]));
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    {
      ...config,
      include: [],
      files: [],
      compilerOptions: { ...config.compilerOptions, noUnusedLocals: false, noUnusedParameters: false },
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

/** Runs the blocks: those that share the environment in one process, the others in one of their own. */
export async function runBlocks(blocks: readonly CodeBlock[]): Promise<Map<string, BlockReport>> {
  const groups = Object.values(
    Object.groupBy(blocks, (block) => (block.setup?.alone === undefined ? 'all' : placeOf(block))),
  );
  const reports = await Promise.all(groups.map((group) => runTogether(group ?? [])));
  const places = new Map(blocks.map((block) => [blockModule(block).name, placeOf(block)]));
  return new Map(reports.flat().map((report) => [places.get(report.name) ?? report.name, report]));
}

async function runTogether(blocks: readonly CodeBlock[]): Promise<BlockReport[]> {
  const { variables, hasNetwork } = blocks[0]?.setup?.alone ?? { variables: {}, hasNetwork: true };
  const env = { ...withoutSettings(process.env), NODE_NO_WARNINGS: '1', ...variables };
  const given = { root, modules: blocks.map(blockModule), hasNetwork };
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

/** The environment of whoever runs the tests decides nothing. */
export function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('BUYBOX_')));
}
