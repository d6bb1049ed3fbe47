import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ReadinessOptions, whatIsMissing } from './readiness.ts';

const processes = (name: string, isMissing: boolean) => ({
  name,
  isMissing,
  measure: async () => [],
});

const ready: ReadinessOptions = {
  status: { isStarted: true, isDraining: false },
  settings: { roles: new Set(['api', 'edge']) },
  database: { ping: async () => {} },
  processes: [processes('edge', false), processes('sample', false)],
};

const away = {
  ping: async () => {
    throw new Error('away');
  },
};

const rows: [string, Partial<ReadinessOptions>, string[]][] = [
  ['nothing when everything serves', {}, []],
  ['the start until it is over', { status: { isStarted: false, isDraining: false } }, ['start']],
  [
    'nothing but that it stops',
    { status: { isStarted: true, isDraining: true }, database: away },
    ['nothing: this node is stopping'],
  ],
  ['the database', { database: away }, ['database']],
  [
    'no database that the roles do not use',
    { database: away, settings: { roles: new Set(['edge']) } },
    [],
  ],
  [
    'each kind of process that should serve and does not, beside the database',
    {
      database: away,
      processes: [processes('edge', true), processes('other', false), processes('sample', true)],
    },
    ['database', 'edge', 'sample'],
  ],
];

describe('whatIsMissing', () => {
  for (const [what, options, expected] of rows) {
    it(`names ${what}`, async () => {
      assert.deepEqual(await whatIsMissing({ ...ready, ...options }), expected);
    });
  }
});
