import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AlertSite } from '../support/alert-site.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { ADMIN_TOKEN, openTestApi } from '../support/test-api.ts';

const KILLS = 3;
const POOLS = 6;
/** A change of health takes about as long until its messages are delivered. */
const LONGEST_MS = 150;
const worker = fileURLToPath(new URL('../support/alert-worker-main.ts', import.meta.url));

/** The long form, with whole nodes, is `npm run chaos -- alerts`. */
describeOnEachDatabase('kill -9 while the health of pools changes', (kind) => {
  it('loses no alert', async (test) => {
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
    const api = await openTestApi({ ...kind, createMigrated: async () => database }, { settings });
    // The other process goes by the real time.
    await api.clock.advance(Date.now() - api.clock.now());
    let child: ChildProcess | undefined;
    const start = () => {
      child = spawn(process.execPath, [worker], {
        env: { ...process.env, ...settings },
        stdio: 'inherit',
      });
    };
    const kill = async () => {
      child?.kill('SIGKILL');
      if (child) await once(child, 'exit');
    };
    test.after(async () => {
      await kill();
      await site.stop();
      await api.close();
      folder.remove();
    });

    await site.create(POOLS);
    start();
    await site.untilHealth(site.pools);
    for (let n = 0; n < KILLS; n++) {
      const changing = site.pools.slice((n * POOLS) / KILLS, ((n + 1) * POOLS) / KILLS);
      site.setHealth(changing, false);
      await site.probe();
      await delay(Math.random() * LONGEST_MS);
      await kill();
      start();
      await site.untilHealth(changing);
    }
    site.setHealth(site.pools, true);
    await site.probe();
    const hasAll = () =>
      Object.values(site.arrived()).every(
        ({ alerts, problems }) => alerts === POOLS * 4 && problems.length === 0,
      );
    await eventually('every change has arrived', hasAll).catch(() => {});
    const { calls, mails } = site.arrived();
    assert.deepEqual([...calls.problems, ...mails.problems], []);
    assert.equal(calls.alerts, POOLS * 4);
    assert.equal(mails.alerts, POOLS * 4);
  });
});
