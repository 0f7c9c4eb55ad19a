import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { flagsOf, read, variablesOf } from './files.ts';

const text = read('Dockerfile');
const known = new Set([...variablesOf('serve'), ...variablesOf('worker')]);

describe('the Dockerfile', () => {
  it('runs as a user that is not root, whose number Kubernetes sees', () => {
    const last = text.slice(text.lastIndexOf('\nFROM '));
    expect([...last.matchAll(/^USER (.+)$/gm)].map(([, user]) => user)).toEqual(['1000']);
  });

  it('sets and reads variables that exist', () => {
    const used = new Set([...text.matchAll(/BUYBOX_\w+/g)].map(([name]) => name));
    expect([...used].filter((name) => !known.has(name))).toEqual([]);
    expect(used).toContain('BUYBOX_METRICS_PORT');
  });

  it('installs the peers of serve and worker, in the versions of this package', () => {
    const [, command = ''] = /^RUN npm install ((?:.*\\\n)*.*)$/m.exec(text) ?? [];
    const peers: Readonly<Record<string, string>> = manifest.peerDependencies;
    const installed = [...command.matchAll(/(?<= )(@?[a-z/-]+)@(\d+)/g)].map(([, name, major]) => [name, major]);
    expect(installed.map(([name]) => name)).toEqual(['bullmq', 'ioredis', '@opentelemetry/api']);
    for (const [name = '', major] of installed) expect(peers[name]).toMatch(new RegExp(`^\\^${major}\\.`));
    expect(command).toContain('--omit=dev');
  });

  it('uses a Node that the package supports, the same in both stages', () => {
    const images = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(images).toEqual(['node:24-bookworm-slim', 'node:24-bookworm-slim']);
  });

  it('starts the program of the package, and by default a command that exists', () => {
    expect(text).toContain(`ENTRYPOINT ["node", "/app/node_modules/buybox/${manifest.bin.buybox.replace('./', '')}"]`);
    const [, command = ''] = /^CMD \["(\w+)"\]$/m.exec(text) ?? [];
    expect(flagsOf(command).size).toBeGreaterThan(0);
  });

  it('exposes the port of the service', () => {
    expect(text).toContain(`EXPOSE ${flagsOf('serve').get('--port')?.defaultValue} 9464`);
  });

  it('copies nothing but the package', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'));
    expect(allowed).toEqual(['!package.json', '!buybox-*.tgz']);
    expect(text).toMatch(/^COPY package\.json buybox-\*\.tgz \/package\/$/m);
  });
});
