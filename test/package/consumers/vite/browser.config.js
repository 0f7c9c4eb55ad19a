import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  build: { outDir: 'out/browser', chunkSizeWarningLimit: 600 },
  logLevel: 'warn',
});
