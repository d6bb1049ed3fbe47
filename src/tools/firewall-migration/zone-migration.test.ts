import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiClient } from '../api-client.ts';
import { type MigrationStep, zoneMigration } from './zone-migration.ts';

/** An API whose edge has done the step at a time, and a clock that only sleeping moves. */
function waitFor(step: MigrationStep, doneAt: number) {
  let now = 0;
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  const api: ApiClient = {
    isRemote: true,
    async call(_method, path) {
      const isDone = now >= doneAt;
      if (path.endsWith('/edge_status')) return { result: { up_to_date: isDone } };
      return { result: { migration_state: isDone ? 'complete' : 'pending' } };
    },
    close: async () => {},
  };
  const waits: number[] = [];
  const done = zoneMigration(api, 'zone', clock).untilDone(step, (waited) => waits.push(waited));
  return { done, waits };
}

describe('the wait for the edge', () => {
  for (const step of ['validation', 'pending'] as const) {
    it(`ends when the step is done: ${step}`, async () => {
      const { done, waits } = waitFor(step, 500);
      await done;
      assert.deepEqual(waits, [0, 200, 400]);
    });

    it(`gives up after three minutes: ${step}`, async () => {
      const { done, waits } = waitFor(step, Number.POSITIVE_INFINITY);
      await assert.rejects(done, /the step is stored, but the edge has not done it for 3 minutes/);
      assert.equal(waits.at(-1), 180_000);
    });
  }
});
