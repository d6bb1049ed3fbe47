/**
 * Who may import whom. Anything that is not listed is forbidden; see ARCHITECTURE.md. Tests and their
 * fixtures are exempt: they may use whatever they test with.
 */
const { areaRules, writeFlows } = require('./scripts/area-rules.ts');

const kits = ['http', 'storage', 'bus', 'outbound', 'telemetry'];
const engines = ['kernel', 'contracts', 'expression', 'catalogs', 'detectors'];

const mayImport = {
  kernel: [],
  contracts: ['kernel'],
  expression: ['kernel'],
  transport: ['kernel'],
  catalogs: ['kernel', 'contracts'],
  detectors: ['kernel', 'contracts', 'catalogs', 'expression'],
  logs: ['kernel', 'contracts', 'catalogs', 'expression'],
  ...Object.fromEntries(kits.map((kit) => [kit, ['kernel', 'contracts', 'catalogs']])),
  resources: ['kernel', 'contracts', 'catalogs', 'http', 'storage', 'telemetry'],
  areas: [...engines, ...kits, 'logs', 'resources'],
  request: engines,
  edge: [...engines, 'request', 'telemetry', 'bus', 'transport'],
  shipping: [...engines, 'logs', 'bus', 'outbound', 'telemetry'],
  gateway: ['kernel', 'contracts', 'catalogs', 'transport', 'outbound', 'telemetry'],
  workers: ['kernel', 'contracts', 'telemetry'],
  app: [
    ...engines,
    ...kits,
    'logs',
    'transport',
    'resources',
    'areas',
    'request',
    'edge',
    'shipping',
    'gateway',
    'workers',
  ],
  tools: [
    ...engines,
    ...kits,
    'logs',
    'transport',
    'resources',
    'areas',
    'request',
    'edge',
    'shipping',
    'gateway',
    'workers',
    'app',
  ],
  cli: ['app', 'tools'],
};

/** Stages of the script classifier; each uses the ones before it. */
const classifierStages = [
  ...['tree', 'const-eval', 'page', 'trace', 'values', 'flow', 'facts', 'features', 'libraries'],
];

const notATest = '\\.(test|fixture)\\.ts$|/fixtures/|-contract\\.ts$';

module.exports = {
  forbidden: [
    ...Object.entries(mayImport).map(([folder, allowed]) => ({
      name: `${folder}-imports`,
      comment: `src/${folder} may import ${allowed.join(', ') || 'nothing of ours'}`,
      severity: 'error',
      from: { path: `^src/${folder}/`, pathNot: notATest },
      to: {
        path: '^(src|test|scripts|bench)/',
        pathNot: `^src/(${[folder, ...allowed].join('|')})/`,
      },
    })),
    {
      name: 'nothing-imports-dashboard',
      severity: 'error',
      from: { path: '^(src|scripts|bench)/', pathNot: notATest },
      to: { path: '^dashboard/' },
    },
    ...areaRules(writeFlows, notATest),
    ...classifierStages.slice(0, -1).map((stage, at) => ({
      name: `classifier-${stage}`,
      comment: `the stage ${stage} of the script classifier uses only the stages before it`,
      severity: 'error',
      from: { path: `^src/detectors/script-classifier/${stage}/`, pathNot: notATest },
      to: {
        path: `^src/detectors/script-classifier/(${classifierStages.slice(at + 1).join('|')})/`,
      },
    })),
    {
      name: 'implementations-belong-to-app',
      comment:
        'dialects and the embedded bus are chosen by app and tools; everything else knows their interfaces',
      severity: 'error',
      from: { path: '^src/(?!app/|tools/|storage/|bus/)', pathNot: notATest },
      to: { path: '^src/(storage/dialects|bus/embedded)/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: '^src/', pathNot: notATest },
      to: { path: notATest },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.js'] },
  },
};
