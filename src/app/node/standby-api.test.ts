import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../../../test/support/free-port.ts';
import { errorCodes } from '../../catalogs/error-codes.ts';
import { silentTelemetry } from '../../telemetry/silent-telemetry.ts';
import { standbyApi } from './standby-api.ts';

describe('the API while the node waits for its database', () => {
  let origin: string;
  let part: ReturnType<typeof standbyApi>;
  const warnings: object[] = [];
  before(async () => {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    part = standbyApi(
      { host: '127.0.0.1', port },
      async () => 'palisade_up 1\n',
      () => ['database'],
      { ...silentTelemetry.log, warn: (fields) => void warnings.push(fields) },
    );
    await part.start();
  });
  after(() => part.stop());

  it('refuses calls with the code of the table and Retry-After', async () => {
    const response = await fetch(`${origin}/client/v4/zones?name=a.test`);
    const { status, number, text } = errorCodes.unavailable;
    assert.equal(response.status, status);
    assert.equal(response.headers.get('retry-after'), '5');
    assert.deepEqual(await response.json(), {
      result: null,
      success: false,
      errors: [{ code: number, message: text }],
      messages: [],
    });
    assert.deepEqual(warnings, [{ method: 'GET', path: '/client/v4/zones', reason: 'database' }]);
  });

  it('shows operators that the node is alive and what it waits for', async () => {
    assert.equal((await fetch(`${origin}/healthz`)).status, 200);
    const ready = await fetch(`${origin}/readyz`);
    assert.equal(ready.status, 503);
    assert.deepEqual(await ready.json(), { status: 'not ready', waiting_for: ['database'] });
    assert.equal(await (await fetch(`${origin}/metrics`)).text(), 'palisade_up 1\n');
  });
});
