/** Calls of the API while its database is unavailable. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildApi } from '../../src/app/node/api.ts';
import { type Core, openCore } from '../../src/app/node/core.ts';
import { readSettings } from '../../src/app/settings/settings.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentTelemetry } from '../../src/telemetry/silent-telemetry.ts';
import type { Logger } from '../../src/telemetry/telemetry.ts';
import { type PostgresServer, postgresServer } from '../support/postgres-server.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { POSTGRES_FOLDER, POSTGRES_TEMPLATE } from '../support/template-variables.ts';

describe('API calls that an outage of the database refuses', () => {
  const folder = tempFolder();
  let postgres: PostgresServer;
  let core: Core;
  let call: (method: 'GET' | 'POST', path: string) => Promise<number>;
  let lines: { level: string; fields: object; message: string }[] = [];

  before(async () => {
    const { [POSTGRES_FOLDER]: copyOf, [POSTGRES_TEMPLATE]: name = 'postgres' } = process.env;
    postgres = await postgresServer({ copyOf });
    const settings = readSettings({
      PALISADE_DATA_DIR: folder.path,
      // The name has two addresses, so that the errors of connections are lists.
      PALISADE_DATABASE_URL: `${postgres.url}/${name}`.replace('127.0.0.1', 'localhost'),
      PALISADE_ADMIN_TOKEN: 'administrator',
    });
    core = await openCore(settings, silentTelemetry.log, systemClock);
    const keep = (level: string) => (fields: object, message: string) =>
      void lines.push({ level, fields, message });
    const log: Logger = {
      error: keep('error'),
      warn: keep('warn'),
      info: keep('info'),
      debug: keep('debug'),
      child: () => log,
    };
    const app = buildApi({
      core,
      settings,
      telemetry: { ...silentTelemetry, log },
      clock: systemClock,
    });
    call = async (method, path) => {
      const headers = { authorization: 'Bearer administrator' };
      return (await app.inject({ method, url: `/client/v4${path}`, headers })).statusCode;
    };
  });
  after(async () => {
    await core.close();
    await postgres.remove();
    folder.remove();
  });

  it('are one warning each, with method, path and reason (they were internal errors with a stack)', async () => {
    assert.equal(await call('GET', '/zones'), 200);
    await postgres.stop();
    lines = [];
    assert.equal(await call('GET', '/zones?name=shop.test'), 503);
    assert.equal(await call('GET', '/accounts'), 503);
    assert.deepEqual(
      lines.map(({ level, fields }) => [level, { ...fields, reason: undefined }]),
      ['/zones', '/accounts'].map((path) => [
        'warn',
        { method: 'GET', path: `/client/v4${path}`, reason: undefined },
      ]),
    );
    for (const { fields, message } of lines) {
      assert.match(message, /the database is unavailable/);
      assert.match((fields as { reason: string }).reason, /terminat|ECONNREFUSED/);
    }
  });
});
