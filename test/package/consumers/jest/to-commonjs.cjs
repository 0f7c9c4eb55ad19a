const { transformSync } = require('esbuild');

module.exports = {
  process: (source) =>
    transformSync(source, {
      format: 'cjs',
      target: 'node22',
      supported: { 'dynamic-import': false },
      logLevel: 'error',
    }),
};
