/** What a node does with its settings and its data folder when it starts. */
import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { nodeHome } from '../support/node-process.ts';

describe('a node that starts', { timeout: 60_000 }, () => {
  it('keeps the administrator token for its owner only, and out of the log', async (test) => {
    const home = await nodeHome();
    test.after(() => home.remove());
    const node = await home.start();
    const token = node.token();
    assert.ok(node.output().includes(join(home.dataDir, 'admin-token')));
    assert.ok(!node.output().includes(token));
    assert.equal(statSync(join(home.dataDir, 'admin-token')).mode & 0o777, 0o600);
    assert.equal(await node.end(), 0);
    const second = await home.start();
    assert.equal(second.token(), token);
    assert.ok(!second.output().includes(token));
    const { status } = await fetch(`${second.api}/user`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(status, 200);
  });

  it('uses the ids, values and plans of a bootstrap file, at each start', async (test) => {
    const home = await nodeHome();
    test.after(() => home.remove());
    const file = join(home.dataDir, '..', `bootstrap-${process.pid}.json`);
    const ids = { account: 'a'.repeat(32), zone: 'b'.repeat(32), token: 'c'.repeat(32) };
    const content = {
      accounts: [{ id: ids.account, name: 'Fixture' }],
      zones: [{ id: ids.zone, name: 'fixture.test', account: { id: ids.account }, plan: 'pro' }],
      tokens: [{ id: ids.token, name: 'fixture', value: 'fixture-token-0123456789' }],
    };
    writeFileSync(file, JSON.stringify(content));
    const headers = { authorization: `Bearer ${content.tokens[0]?.value}` };
    for (let start = 1; start <= 2; start++) {
      const node = await home.start({ PALISADE_BOOTSTRAP: file });
      const zone = await fetch(`${node.api}/zones/${ids.zone}`, { headers });
      const { result } = (await zone.json()) as { result: { plan: { legacy_id: string } } };
      assert.equal(result.plan.legacy_id, 'pro');
      const accounts = await fetch(`${node.api}/accounts`, { headers });
      const list = (await accounts.json()) as { result: { id: string }[] };
      assert.deepEqual(
        list.result.map(({ id }) => id),
        [ids.account],
      );
      const log = await fetch(`${node.api}/accounts/${ids.account}/audit_logs`, { headers });
      const entries = (await log.json()) as { result_info: { total_count: number } };
      assert.equal(entries.result_info.total_count, 5, 'a second start changes nothing');
      await node.end();
    }
  });

  it('names the setting that is wrong and does not start', async (test) => {
    const home = await nodeHome();
    test.after(() => home.remove());
    await assert.rejects(
      home.start({ PALISADE_EDGE_WORKERS: 'many' }),
      /PALISADE_EDGE_WORKERS: expected a whole number/,
    );
  });

  it('names the data folder that cannot be used', async (test) => {
    const home = await nodeHome();
    test.after(() => home.remove());
    const wanted = { PALISADE_DATA_DIR: '/proc/palisade' };
    await assert.rejects(home.start(wanted), /PALISADE_DATA_DIR: cannot use \/proc\/palisade/);
  });
});
