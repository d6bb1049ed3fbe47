import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { notReadyReasons, type ReadinessOptions } from './readiness.ts';

const processes = (name: string, isMissing: boolean) => ({
  name,
  isMissing,
  measure: async () => [],
});

const ready: ReadinessOptions = {
  status: { isStarted: true, isDraining: false },
  settings: { roles: new Set(['api', 'edge']) },
  database: { ping: async () => {} },
  disk: { isFull: false },
  processes: [processes('edge', false), processes('sample', false)],
};

const unavailable = {
  ping: async () => {
    throw new Error('unavailable');
  },
};

const rows: [string, Partial<ReadinessOptions>, string[]][] = [
  ['nothing when everything serves', {}, []],
  [
    'the start until it has finished',
    { status: { isStarted: false, isDraining: false } },
    ['start'],
  ],
  [
    'only the stop while the node drains',
    { status: { isStarted: true, isDraining: true }, database: unavailable },
    ['nothing: this node is stopping'],
  ],
  ['the database', { database: unavailable }, ['database']],
  ['the disk when it is full', { disk: { isFull: true } }, ['space: the disk is full']],
  [
    'no full disk where only the edge runs',
    { disk: { isFull: true }, settings: { roles: new Set(['edge']) } },
    [],
  ],
  [
    'no database that the roles do not use',
    { database: unavailable, settings: { roles: new Set(['edge']) } },
    [],
  ],
  [
    'the database and each kind of process that is missing',
    {
      database: unavailable,
      processes: [processes('edge', true), processes('other', false), processes('sample', true)],
    },
    ['database', 'edge', 'sample'],
  ],
];

describe('notReadyReasons', () => {
  for (const [what, options, expected] of rows) {
    it(`names ${what}`, async () => {
      assert.deepEqual(await notReadyReasons({ ...ready, ...options }), expected);
    });
  }
});
