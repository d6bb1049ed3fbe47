import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listenAdvice } from './port-check.ts';

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
