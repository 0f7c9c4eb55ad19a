import { defineConfig } from 'vite';

/** A library over buybox, which stays a dependency: nothing of it is in the build. */
export default defineConfig({
  build: {
    lib: { entry: 'library.js', formats: ['es'], fileName: 'library' },
    outDir: 'out/library',
    rolldownOptions: { external: /^buybox/ },
  },
  logLevel: 'warn',
});
