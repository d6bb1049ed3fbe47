import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bindSockets, SHARES_PORTS } from '../../transport/bind-sockets.ts';
import { ListeningSockets } from './listening-sockets.ts';

const anyPort = { host: '127.0.0.1', port: 0 };

describe('listening sockets', { skip: !SHARES_PORTS && 'sockets cannot share a port here' }, () => {
  it('have one port when the system chooses it', () => {
    const bound = bindSockets(anyPort);
    const ports = new Set(bound.map((socket) => socket.address().port));
    for (const socket of bound) socket.close();
    assert.deepEqual([bound.length, ports.size], [16, 1]);
  });

  it('belong to a slot until they are released', () => {
    const sockets = new ListeningSockets(anyPort, 2);
    const first = sockets.ofSlot(1);
    const second = sockets.ofSlot(2);
    assert.deepEqual(sockets.ofSlot(1), first);
    assert.equal(new Set([...first, ...second]).size, 32);
    assert.deepEqual(sockets.groups, [first, second]);
    sockets.release(1);
    assert.deepEqual(sockets.groups, [second]);
    sockets.close();
    assert.deepEqual(sockets.groups, []);
  });

  it('of a predecessor are divided among fewer or more processes', () => {
    const inherited = [[101, 102], [103], [104]];
    const fewer = new ListeningSockets(anyPort, 2, inherited);
    assert.deepEqual([fewer.ofSlot(1), fewer.ofSlot(2)], [[101, 102, 104], [103]]);
    const more = new ListeningSockets(anyPort, 4, inherited);
    assert.deepEqual(
      [1, 2, 3].map((slot) => more.ofSlot(slot)),
      inherited,
    );
    assert.equal(more.ofSlot(4).length, 16);
    more.release(4);
  });
});
