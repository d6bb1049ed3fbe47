/** A single edge process, which gets its configuration over the channel as from the primary. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { FromProcess, ToProcess } from '../../src/app/processes/kit/process-channel.ts';
import type { EdgeChannel } from '../../src/contracts/edge-channel.ts';
import { snapshotMessages } from '../../src/contracts/snapshot/snapshot-message.ts';
import type { SnapshotUpdate } from '../../src/contracts/snapshot/snapshot-update.ts';
import { ruleOf, rulesOf } from '../support/edge-rules.ts';
import { originOf, siteOf, updateOf } from '../support/edge-snapshots.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { writeMmdb } from '../support/mmdb-file.ts';
import { RawVisitor } from '../support/raw-http.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { testEdgeConfig } from '../support/test-edge.ts';

const main = fileURLToPath(new URL('../../src/app/processes/edge-main.ts', import.meta.url));

async function startEdge(
  first: SnapshotUpdate,
  early: readonly SnapshotUpdate[] = [],
  geoipFiles: readonly string[] = [],
) {
  const folder = await tempFolder();
  const port = await freePort();
  const child = fork(main, { serialization: 'advanced', stdio: 'ignore' });
  const received: FromProcess<EdgeChannel>[] = [];
  child.on('message', (message: FromProcess<EdgeChannel>) => received.push(message));
  const send = (message: ToProcess<EdgeChannel>) => child.send(message);
  const receives = (type: FromProcess<EdgeChannel>['type']) =>
    eventually(`it sends ${type}`, () => received.some((each) => each.type === type));
  await receives('hello');
  const config = {
    ...testEdgeConfig,
    port,
    busFolder: join(folder.path, 'bus'),
    credentialsFolder: join(folder.path, 'credentials'),
    geoipFiles,
  };
  const identity = {
    kind: 'edge',
    slot: 1,
    generation: 0,
    logLevel: 'error',
    prettyLogs: false,
  } as const;
  send({ type: 'start', identity, start: { config } });
  for (const update of [first, ...early]) {
    for (const part of snapshotMessages(update)) {
      send({ type: 'update', update: { type: 'snapshot', part } });
    }
  }
  await receives('serving');
  return {
    child,
    send,
    ask: async (host: string): Promise<number> => {
      const visitor = new RawVisitor(port, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      const [, status] = /^HTTP\/1.1 (\d+) /.exec(await visitor.until(/\r\n\r\n/)) ?? [];
      visitor.socket.destroy();
      return Number(status);
    },
    port,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      send({ type: 'drain', isReplaced: false });
      await ended;
      await folder.remove();
    },
  };
}

/** A site whose origin does not run: a known zone responds with 521, an unknown one with 404. */
const updateWith = (name: string, revision: number, complete: boolean) => {
  const { zone, pool } = siteOf(name, [originOf(1)]);
  return updateOf({ complete, revision, zones: [zone], pools: [pool] });
};

describe('an edge process', () => {
  it('takes changes that come while it starts', async () => {
    await using edge = await startEdge(updateWith('first.test', 1, true), [
      updateWith('second.test', 2, false),
      updateWith('third.test', 3, false),
    ]);
    assert.deepEqual(
      [
        await edge.ask('first.test'),
        await edge.ask('second.test'),
        await edge.ask('third.test'),
        await edge.ask('other.test'),
      ],
      [521, 521, 521, 404],
    );
  });

  it('starts without its MMDB file, and reads it when it appears', async () => {
    const folder = tempFolder();
    const file = join(folder.path, 'country.mmdb');
    const { zone, pool } = siteOf('first.test', [originOf(1)]);
    const rule = ruleOf('r', 'block', 'ip.src.country eq "PT"');
    const rulesets = rulesOf({ http_request_firewall_custom: [rule] });
    const zones = [{ ...zone, sections: { ...zone.sections, rulesets } }];
    await using edge = await startEdge(
      updateOf({ complete: true, zones, pools: [pool] }),
      [],
      [file],
    );
    assert.equal(await edge.ask('first.test'), 521);
    writeMmdb(file, 'Country', { '127.0.0.0/8': { country: { iso_code: 'PT' } } });
    edge.send({ type: 'update', update: { type: 'reload' } });
    await eventually('the country is known', async () => (await edge.ask('first.test')) === 403);
    folder.remove();
  });

  it('survives visitors that request an upgrade and abort the connection', async () => {
    await using edge = await startEdge(updateWith('first.test', 1, true));
    for (let n = 0; n < 20; n++) {
      const visitor = new RawVisitor(edge.port, 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n');
      // At once, or when the response arrives.
      if (n % 2 === 0) await once(visitor.socket, 'connect');
      else await visitor.until(/^HTTP/);
      visitor.socket.resetAndDestroy();
      await visitor.end();
    }
    assert.equal(await edge.ask('first.test'), 521);
    assert.equal(edge.child.exitCode, null);
  });
});
