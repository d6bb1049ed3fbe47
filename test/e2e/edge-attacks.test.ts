/** Attacks over HTTP/1.1 that take connections, time or memory: visitors are served, and nothing of it stays. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from '../support/attack.ts';
import { AttackedEdge, edgeAttacks } from '../support/attacked-edge.ts';
import { usedBytes } from '../support/collect-garbage.ts';
import { eventually } from '../support/eventually.ts';

const VISITS = 20;
/** Pause between two visits, during which the attack continues. */
const PAUSE_MS = 20;
const KEPT_BYTES = 20 * 2 ** 20;

describe('an edge under attack', () => {
  let attacked: AttackedEdge;
  let attack: Attack | undefined;

  before(async () => {
    attacked = await AttackedEdge.open();
  });
  afterEach(() => attack?.end());
  after(() => attacked.close());

  for (const [name, { attacks, atOnce }] of Object.entries(edgeAttacks)) {
    it(`serves others and frees all that ${name} take`, async () => {
      const { edge } = attacked;
      await attacked.visit();
      await attacked.report();
      const before = await usedBytes();
      attack = attacked.attack(attacks);
      await eventually('it has begun', () => edge.connections() > 0);
      for (let n = 0; n < VISITS; n++) {
        await attacked.visit();
        await wait(PAUSE_MS);
      }
      attack.stop();
      await eventually('all slots are free', () => edge.connections() === 0);
      await attack.end();
      edge.flush();
      edge.events.length = 0;
      edge.security.length = 0;
      // The system takes a moment to give back the buffers of sockets.
      await eventually('its memory is free', async () => (await usedBytes()) < before + KEPT_BYTES);
      const { mostAtOnce, paths } = await attacked.report();
      assert.ok(mostAtOnce <= atOnce + 1, `${mostAtOnce} requests at once`);
      assert.ok(!paths.includes('/secret'), 'nothing behind a refused request is read');
    });
  }
});
