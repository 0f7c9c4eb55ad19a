import { defineConfig } from 'vite';

export default defineConfig({
  ssr: { noExternal: true },
  build: { ssr: 'server.js', outDir: 'out/server', target: 'node22' },
  logLevel: 'warn',
});
