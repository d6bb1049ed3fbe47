import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AlertSite } from '../support/alert-site.ts';
import { type DatabaseKind, databaseKinds } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { ADMIN_TOKEN, openTestApi } from '../support/test-api.ts';

const KILLS = 3;
const POOLS = 6;
/** About the time from a health change to the delivery of its messages. */
const LONGEST_MS = 150;
const worker = fileURLToPath(new URL('../support/alert-worker-main.ts', import.meta.url));

/** Pools in a separate database, and the settings of the process that is killed. */
async function openHome(kind: DatabaseKind) {
  const database = await kind.createMigrated();
  const folder = tempFolder();
  const site = await AlertSite.open(async (method, path, body) => {
    const response = await api.call(method, path, body && { body });
    return response.body.result;
  });
  const settings = {
    PALISADE_DATA_DIR: folder.path,
    PALISADE_DATABASE_URL: database.url,
    PALISADE_ADMIN_TOKEN: ADMIN_TOKEN,
    ...site.receivers.settings,
  };
  writeFileSync(join(folder.path, 'settings.json'), JSON.stringify(settings));
  const api = await openTestApi({ ...kind, createMigrated: async () => database }, { settings });
  // The other process uses the system clock.
  await api.clock.advance(Date.now() - api.clock.now());
  return {
    name: kind.name,
    path: folder.path,
    site,
    async close() {
      await site.stop();
      await api.close();
      folder.remove();
    },
  };
}

/**
 * `npm run chaos -- alerts` is the long form with whole nodes. One process uses all databases, because its start takes
 * longest.
 */
describe('kill -9 while the health of pools changes', () => {
  it('loses no alert on any database', async (test) => {
    const homes = await Promise.all(databaseKinds.map(openHome));
    let child: ChildProcess | undefined;
    const start = () => {
      const args = [worker, ...homes.map(({ path }) => path)];
      child = spawn(process.execPath, args, { stdio: 'inherit' });
    };
    const isRunning = () => child?.exitCode === null && child.signalCode === null;
    const kill = async () => {
      assert.ok(child && isRunning(), 'the process has ended by itself');
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
    test.after(async () => {
      if (isRunning()) await kill();
      for (const home of homes) await home.close();
    });
    const each = async (work: (site: AlertSite) => Promise<void>) => {
      await Promise.all(homes.map(({ site }) => work(site)));
    };

    await each((site) => site.create(POOLS, (pool) => `${pool}@shop.test`));
    start();
    await each((site) => site.untilHealth(site.pools));
    for (let n = 0; n < KILLS; n++) {
      const changing = ({ pools }: AlertSite) =>
        pools.slice((n * POOLS) / KILLS, ((n + 1) * POOLS) / KILLS);
      await each(async (site) => {
        site.setHealth(changing(site), false);
        await site.probe();
      });
      await delay(Math.random() * LONGEST_MS);
      await kill();
      start();
      await each((site) => site.untilHealth(changing(site)));
    }
    await each(async (site) => {
      site.setHealth(site.pools, true);
      await site.probe();
    });
    for (const { name, site } of homes) {
      const hasAll = () =>
        Object.values(site.arrived()).every(
          ({ alerts, problems }) => alerts === POOLS * 4 && problems.length === 0,
        );
      await eventually('every change has arrived', hasAll).catch(() => {});
      const { calls, mails } = site.arrived();
      assert.deepEqual([...calls.problems, ...mails.problems], [], name);
      assert.deepEqual([calls.alerts, mails.alerts], [POOLS * 4, POOLS * 4], name);
    }
  });
});
