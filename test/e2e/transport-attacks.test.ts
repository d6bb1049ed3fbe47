/**
 * Attacks over TLS and HTTP/2 that exhaust connections, time or memory: visitors are served, and all resources are
 * freed.
 */
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Attack } from '../support/attack.ts';
import { ATTACKED_WAIT_MS, AttackedServer, serverAttacks } from '../support/attacked-server.ts';
import { usedBytes } from '../support/collect-garbage.ts';
import { eventually } from '../support/eventually.ts';

const VISITS = 20;
const KEPT_BYTES = 20 * 2 ** 20;

describe('a server under attack', () => {
  let attacked: AttackedServer;
  let attack: Attack | undefined;

  beforeEach(async () => {
    attacked = await AttackedServer.open();
  });
  afterEach(async () => {
    await attack?.end();
    await attacked.close();
  });

  for (const [name, attacks] of Object.entries(serverAttacks)) {
    it(`serves others and frees the resources of ${name}`, async () => {
      const { under } = attacked;
      await attacked.visit();
      const before = await usedBytes();
      attack = attacked.attack(attacks);
      await eventually('it has begun', () => under.server.connections > 0);
      for (let n = 0; n < VISITS; n++) {
        await attacked.visit();
        // No visitor is connected while the time limits of the attackers pass.
        under.passTime(ATTACKED_WAIT_MS / 2);
      }
      attack.stop();
      attacked.settle();
      await eventually('all slots are free', () => {
        under.passTime(ATTACKED_WAIT_MS);
        return under.server.connections === 0;
      });
      await attack.end();
      attacked.settle();
      await eventually('its memory is free', async () => (await usedBytes()) < before + KEPT_BYTES);
    });
  }
});
