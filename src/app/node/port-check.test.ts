import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it } from 'node:test';
import { readSettings } from '../settings/settings.ts';
import { assertPortsFree, listenAdvice } from './port-check.ts';

describe('advice about an address that cannot be listened on', () => {
  it('names the capability for low ports', () => {
    const advice = listenAdvice(Object.assign(new Error(), { code: 'EACCES' }), 'PALISADE_X');
    assert.match(advice, /CAP_NET_BIND_SERVICE.*AmbientCapabilities=CAP_NET_BIND_SERVICE/);
    assert.ok(advice.includes(`sudo setcap cap_net_bind_service=+ep ${process.execPath}`));
    assert.match(advice, /PALISADE_X/);
  });

  it('names the setting otherwise', () => {
    const advice = listenAdvice(Object.assign(new Error(), { code: 'EADDRINUSE' }), 'PALISADE_X');
    assert.equal(advice, 'Set PALISADE_X to a free address of this machine.');
  });
});

describe('the ports of a node', () => {
  it('are refused if another program listens there, with the name of the setting', async (test) => {
    const other = createServer().listen(0, '127.0.0.1');
    test.after(() => other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const free = {
      PALISADE_API_LISTEN: '127.0.0.1:0',
      PALISADE_GATEWAY_LISTEN: '127.0.0.1:0',
      PALISADE_EDGE_LISTEN: '127.0.0.1:0',
      PALISADE_EDGE_TLS_LISTEN: '127.0.0.1:0',
      PALISADE_EDGE_TLS_DIR: '.',
    };
    await assertPortsFree(readSettings(free), []);
    for (const variable of Object.keys(free).filter((name) => name.endsWith('_LISTEN'))) {
      const settings = readSettings({ ...free, [variable]: `127.0.0.1:${port}` });
      const advice = new RegExp(`Set ${variable} to a free address`);
      await assert.rejects(assertPortsFree(settings, []), advice);
      await assertPortsFree(settings, [{ host: '127.0.0.1', port }]);
    }
  });
});
