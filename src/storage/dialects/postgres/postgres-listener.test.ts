import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { postgres, type TestDatabase } from '../../../../test/support/databases.ts';
import { listenForChanges } from './postgres-listener.ts';

const quiet = { channel: 'quiet', onCommit: () => {}, onConnectionError: () => {} };

describe('PostgreSQL listener', () => {
  let home: TestDatabase;

  before(async () => {
    home = await postgres.create();
  });
  after(() => home.remove());

  it('leaves no connection behind when the server refuses to let it listen', async () => {
    const database = home.open();
    const listeners = async () => {
      const { rows } = await sql`
        select pid from pg_stat_activity
        where datname = current_database() and query like 'listen%'
      `.execute(database.read);
      return rows.length;
    };
    // A reserved word, which cannot name a channel.
    const refused = listenForChanges({ ...quiet, url: home.url, channel: 'select' });
    await assert.rejects(refused, /syntax error/);
    while ((await listeners()) > 0);
  });

  it('stops while it waits for a server that does not respond', async (test) => {
    const target = new URL(home.url);
    const sockets: Socket[] = [];
    const door = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => {});
      // Only the first connection is forwarded.
      if (sockets.length > 1) return void socket.resume();
      const onward = connect(Number(target.port), '127.0.0.1');
      socket.pipe(onward).on('error', () => {});
      onward.pipe(socket);
    }).listen(0, '127.0.0.1');
    test.after(() => door.close());
    await once(door, 'listening');
    const url = new URL(home.url);
    url.hostname = '127.0.0.1';
    url.port = String((door.address() as AddressInfo).port);

    const listener = await listenForChanges({ ...quiet, url: url.href });
    sockets[0]?.destroy();
    await once(door, 'connection');
    await listener.stop();
    const left = sockets[1];
    if (left && !left.closed) await once(left, 'close');
  });
});
