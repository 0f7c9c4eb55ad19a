import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { catalogueRows, DEPLOYMENTS, EXAMPLES, examplesThere } from './catalogue.ts';

const rows = catalogueRows();
const isProgram = ({ name }: { name: string }) => name.endsWith('.ts');
const isApplication = ({ name }: { name: string }) => !name.endsWith('.ts') && !DEPLOYMENTS.includes(name);

describe('examples/README.md', () => {
  it('lists exactly the existing examples', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(examplesThere().sort());
  });

  it('has an offline command for each program', () => {
    for (const { name, command } of rows.filter(isProgram)) {
      expect(command).toMatch(new RegExp(`^(?:\\w+=\\S+ )*npx node examples/${name}(?: |$)`));
    }
  });

  it.each(rows.filter(isProgram))('lists the packages that $name needs', ({ name, packages }) => {
    const source = readFileSync(join(EXAMPLES, name), 'utf8');
    const imports = source.matchAll(/(?:from |import\()'((?:@[^/']+\/)?[^/'.:]+)/g);
    const needed = new Set([...imports].map(([, each]) => String(each)));
    for (const own of ['node', 'buybox']) needed.delete(own);
    expect(packages).toEqual([...needed].sort());
  });

  it.each(rows.filter(isApplication))('$name is an application with its own README', ({ name }) => {
    const {
      private: isPrivate,
      scripts,
      dependencies,
    } = JSON.parse(readFileSync(join(EXAMPLES, name, 'package.json'), 'utf8'));
    expect(isPrivate).toBe(true);
    expect(dependencies.buybox).toBe(`^${manifest.version}`);
    const readme = readFileSync(join(EXAMPLES, name, 'README.md'), 'utf8');
    const named = [...readme.matchAll(/npm (?:run )?(\w+)/g)].map(([, script]) => String(script));
    expect(named).toContain('install');
    expect(['install', ...Object.keys(scripts)]).toEqual(expect.arrayContaining(named));
  });
});
