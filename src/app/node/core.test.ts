import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, it } from 'node:test';
import { describeOnEachDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { systemClock } from '../../kernel/clock.ts';
import { silentTelemetry } from '../../telemetry/silent-telemetry.ts';
import { readSettings } from '../settings/settings.ts';
import { type Core, openCore } from './core.ts';

describeOnEachDatabase('first start', (kind) => {
  let home: TestDatabase;
  let folder: ReturnType<typeof tempFolder>;
  beforeEach(async () => {
    home = await kind.create();
    folder = tempFolder();
  });
  afterEach(async () => {
    await home.remove();
    folder.remove();
  });

  const at = (name: string) => join(folder.path, name);
  const open = () => {
    const variables = { PALISADE_DATA_DIR: folder.path, PALISADE_DATABASE_URL: home.url };
    return openCore(readSettings(variables), silentTelemetry.log, systemClock);
  };

  async function verify(core: Core): Promise<void> {
    const [token, key] = ['admin-token', 'admin-key'].map((name) =>
      readFileSync(at(name), 'utf8').trim(),
    );
    const { verifier } = core.platform;
    const byToken = await verifier.verify({ kind: 'token', secret: token ?? '' }, '127.0.0.1');
    assert.equal(byToken.outcome, 'accepted');
    const email = (byToken.outcome === 'accepted' && byToken.principal.actor.email) || '';
    const byKey = await verifier.verify({ kind: 'key', email, key: key ?? '' }, '127.0.0.1');
    assert.equal(byKey.outcome, 'accepted');
    for (const table of ['users', 'accounts', 'tokens'] as const) {
      const rows = await core.database.read.selectFrom(table).select('id').execute();
      assert.equal(rows.length, 1, table);
    }
  }

  for (const name of ['admin-token', 'admin-key']) {
    it(`creates nothing if ${name} cannot be written, and everything the next time`, async () => {
      mkdirSync(at(name));
      await assert.rejects(open());
      rmSync(at(name), { recursive: true });
      writeFileSync(at('admin-key'), 'left by a start that was killed');
      const core = await open();
      assert.deepEqual(Object.keys(core.newSecrets), ['token', 'key', 'signInCode']);
      await verify(core);
      await core.close();
    });
  }

  it('refuses a database that is older than the baseline, and does not change it', async () => {
    const database = home.open();
    await database.migrate([{ name: 'storage/0001-core-tables', up: async () => {} }]);
    await assert.rejects(open(), /before the baseline .* an empty data folder or database/);
    assert.deepEqual(await database.read.introspection.getTables(), []);
  });

  it('creates the installation once if two nodes start together', async () => {
    const cores = await Promise.all([open(), open()]);
    const created = cores.map((core) => Object.keys(core.newSecrets).length);
    assert.deepEqual(created.toSorted(), [0, 3]);
    for (const core of cores) await verify(core);
    for (const core of cores) await core.close();
  });
});
