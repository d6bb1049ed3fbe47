/** Callers of the API that misbehave on the wire. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sqlite } from '../support/databases.ts';
import { RawVisitor } from '../support/raw-http.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

describe('an API between hostile callers', { timeout: 30_000 }, () => {
  let api: TestApi;
  let port: number;

  before(async () => {
    api = await openTestApi(sqlite);
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = api.app.server.address() as AddressInfo);
  });
  after(() => api.close());

  it('lets those go who say no HTTP and do not end their side', async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const caller = new RawVisitor(socket, 'GARBAGE\r\n\r\n');
    await once(socket, 'end');
    assert.match(caller.text, /^HTTP\/1.1 400 [\s\S]*"success":false/);
    const connections = promisify(api.app.server.getConnections.bind(api.app.server));
    while ((await connections()) > 0) await wait(10);
    socket.destroy();
  });
});
