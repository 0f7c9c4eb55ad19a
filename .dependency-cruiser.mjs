/**
 * The layers of `src/` and what each may import: checked by `npm run lint`. Imports point downwards, and no folder imports one that imports it.
 */
const LAYERS = {
  contract: [],
  locale: ['contract'],
  html: [],
  options: ['contract'],
  http: ['options', 'contract'],
  redis: ['options', 'contract'],
  sqlite: ['options', 'contract'],
  ledger: ['sqlite', 'redis', 'options', 'contract'],
  client: ['ledger', 'http', 'options', 'contract'],
  files: ['client', 'http', 'options', 'contract'],
  display: ['options', 'contract'],
  middleware: ['client', 'http', 'options', 'contract'],
  metrics: ['client', 'http', 'options', 'contract'],
  pages: ['html', 'locale', 'contract'],
  sources: ['files', 'client', 'http', 'options', 'pages', 'html', 'locale', 'contract'],
  local: ['sources', 'files', 'redis', 'ledger', 'client', 'http', 'options', 'pages', 'html', 'locale', 'contract'],
  remote: ['ledger', 'client', 'http', 'options', 'contract'],
  paging: ['options', 'pages', 'html', 'locale', 'contract'],
  marketplace: ['local', 'remote', 'sources', 'files', 'ledger', 'client', 'http', 'options', 'contract'],
  tables: ['paging', 'pages', 'html', 'locale', 'files', 'client', 'http', 'options', 'contract'],
  inputs: ['files', 'paging', 'client', 'http', 'options', 'pages', 'html', 'locale', 'contract'],
  deliver: ['files', 'client', 'http', 'options', 'contract'],
  queue: ['files', 'deliver', 'metrics', 'redis', 'paging', 'ledger', 'client', 'http', 'options', 'contract'],
  watch: [
    'files',
    'queue',
    'deliver',
    'tables',
    'inputs',
    'redis',
    'paging',
    'sqlite',
    'ledger',
    'client',
    'http',
    'options',
    'pages',
    'html',
    'locale',
    'contract',
  ],
  service: ['display', 'metrics', 'redis', 'sqlite', 'ledger', 'paging', 'client', 'http', 'options', 'contract'],
  opentelemetry: ['service', 'display', 'queue', 'metrics', 'client', 'http', 'options', 'contract'],
  testing: ['local', 'sources', 'pages', 'locale', 'ledger', 'client', 'http', 'options', 'contract'],
};

const layerRules = Object.entries(LAYERS).map(([layer, below]) => ({
  name: `layer-${layer}`,
  comment: `src/${layer} may import ${below.length === 0 ? 'no other layer' : below.join(', ')}.`,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: '^src/[^/]+/', pathNot: [layer, ...below].map((name) => `^src/${name}/`) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    {
      name: 'entries-are-on-top',
      comment: 'Only the command line imports the entries of the package.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(cli|entries)/' },
      to: { path: '^src/(cli|entries)/' },
    },
    {
      name: 'every-folder-is-a-layer',
      comment: 'A new folder of src/ needs a row in LAYERS.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: [...Object.keys(LAYERS), 'cli', 'entries'].map((name) => `^src/${name}/`) },
      to: {},
    },
    {
      name: 'no-file-circles',
      comment: 'Imports point downwards, those of types too. What two files need of each other belongs below both.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-folder-circles',
      comment: 'Two folders that import each other are one folder, or hold something that belongs below both.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: { tsPreCompilationDeps: true, includeOnly: '^src/' },
};
