import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { updateOf, zoneOf } from '../../../test/support/edge-snapshots.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { testEdgeConfig } from '../../../test/support/test-edge.ts';
import type { SnapshotUpdate } from '../../contracts/snapshot/snapshot-update.ts';
import { metricsText } from '../../telemetry/metrics-text.ts';
import { EdgeSupervisor } from './edge-supervisor.ts';

function snapshot(revision: number, ...names: string[]): SnapshotUpdate {
  return updateOf({ revision, complete: true, zones: names.map((name) => zoneOf(name)) });
}

/** The status of a request to this host, over a new connection. */
async function visit(port: number, host: string): Promise<number | undefined> {
  const sent = request({ host: '127.0.0.1', port, headers: { host }, agent: false }).end();
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
}

/** Real edge processes on a free port. */
async function setUp(workers: number, initial: SnapshotUpdate) {
  const port = await freePort();
  const folder = tempFolder();
  process.once('exit', () => folder.remove());
  const events = new EventEmitter();
  const pids = new Map<number, number | undefined>();
  const state = { current: initial };
  const supervisor = new EdgeSupervisor({
    workers,
    config: { ...testEdgeConfig, port, busFolder: folder.path },
    currentSnapshot: () => state.current,
    logging: { logLevel: 'error', prettyLogs: false },
    telemetry: {
      started: (slot, pid) => pids.set(slot, pid),
      serving: (count) => events.emit('serving', count),
      ended: (...ended) => events.emit('ended', ...ended),
    },
  });
  return { port, events, pids, state, supervisor };
}

/** The inodes of the listening sockets. */
function identities(supervisor: EdgeSupervisor): readonly string[] {
  const descriptors = supervisor.lendSockets().flatMap(({ groups }) => groups.flat());
  return descriptors.map((fd) => readlinkSync(`/proc/self/fd/${fd}`)).sort();
}

/** Resolves when this many processes serve. */
async function serving(events: EventEmitter, count: number): Promise<void> {
  while ((await once(events, 'serving'))[0] !== count);
}

/** Resolves when every process has applied the revision. */
const applied = (supervisor: EdgeSupervisor, revision: number) =>
  eventually('every process has applied the update', () =>
    supervisor.states.every((state) => state.revision === revision),
  );

describe('edge supervisor', () => {
  describe('with two processes', () => {
    let set: Awaited<ReturnType<typeof setUp>>;
    before(async () => {
      set = await setUp(2, snapshot(1, 'shop.test'));
      await set.supervisor.start();
    });
    after(() => set.supervisor.stop());

    /** The statuses of many requests to a host, which the kernel distributes among the processes. */
    const statuses = async (host: string, count = 20) =>
      new Set(await Promise.all(Array.from({ length: count }, () => visit(set.port, host))));

    it('starts processes that serve', async () => {
      const { port, pids, supervisor } = set;
      assert.equal(supervisor.processes.isServing, true);
      assert.equal(pids.size, 2);
      assert.equal(await visit(port, 'other.test'), 404);
    });

    it('gathers the metrics of the processes', async () => {
      const { port, supervisor } = set;
      for (let n = 0; n < 10; n++) assert.equal(await visit(port, 'shop.test'), 503);
      let measured: Awaited<ReturnType<typeof supervisor.processes.measure>> = [];
      await eventually('both respond in time', async () => {
        measured = await supervisor.processes.measure();
        return measured.length === 2;
      });
      const text = await metricsText(measured);
      assert.match(text, /^palisade_edge_requests_total\{status="5xx"\} 10$/m);
      for (const slot of [1, 2]) {
        assert.match(
          text,
          new RegExp(`^palisade_edge_snapshot_revision\\{slot="${slot}"\\} 1$`, 'm'),
        );
      }
    });

    it('sends an update to every process', async () => {
      const { port, supervisor } = set;
      assert.equal(await visit(port, 'new.test'), 404);
      supervisor.publish({ ...snapshot(2, 'new.test'), complete: false });
      await applied(supervisor, 2);
      assert.deepEqual(await statuses('new.test'), new Set([503]));
    });

    it('replaces a killed process with one that has the current state', async () => {
      const { events, pids, state, supervisor } = set;
      const [, second] = supervisor.states;
      // No update announces this state: only a process that starts now can have it.
      state.current = snapshot(3, 'later.test');
      const ended = once(events, 'ended');
      const restored = serving(events, 2);
      process.kill(Number(pids.get(1)), 'SIGKILL');
      assert.deepEqual(await ended, [1, { code: null, signal: 'SIGKILL' }]);
      await restored;
      assert.deepEqual(supervisor.states, [{ slot: 1, revision: 3, problems: [] }, second]);
      supervisor.publish(state.current);
      await applied(supervisor, 3);
      assert.deepEqual(await statuses('later.test'), new Set([503]));
    });

    it('replaces a process on the same sockets while a successor has copies of them', {
      skip: process.platform !== 'linux' && 'sockets have no inodes in /proc here',
    }, async () => {
      const { events, pids, supervisor } = set;
      const lent = identities(supervisor);
      const restored = serving(events, 2);
      process.kill(Number(pids.get(1)), 'SIGKILL');
      await restored;
      assert.deepEqual(identities(supervisor), lent);
      assert.deepEqual(await statuses('later.test'), new Set([503]));
      supervisor.takeBackSockets();
      const again = serving(events, 2);
      process.kill(Number(pids.get(1)), 'SIGKILL');
      await again;
      assert.notDeepEqual(identities(supervisor), lent);
    });

    it('leaves no process running when it stops', async () => {
      const { port, pids, supervisor } = set;
      await supervisor.stop();
      assert.equal(supervisor.processes.isServing, false);
      assert.deepEqual(supervisor.states, []);
      for (const pid of pids.values()) {
        assert.throws(() => process.kill(Number(pid), 0), { code: 'ESRCH' }, `${pid} still runs`);
      }
      await assert.rejects(visit(port, 'shop.test'), { code: 'ECONNREFUSED' });
      await supervisor.stop();
    });
  });

  describe('with one process', () => {
    let set: Awaited<ReturnType<typeof setUp>>;
    before(async () => {
      set = await setUp(1, snapshot(1, 'shop.test'));
      await set.supervisor.start();
    });
    after(() => set.supervisor.stop());

    async function fetchFromSite({ sites }: EdgeSupervisor, zoneId: string) {
      const url = `https://www.${zoneId}/app.js`;
      const { signal } = new AbortController();
      return await sites.fetch({ zoneId, url, timeoutMs: 5_000, maxBytes: 10_000 }, signal);
    }

    it('keeps serving when the only process is killed again and again', async () => {
      const { port, events, pids } = set;
      for (let round = 0; round < 3; round++) {
        const restored = serving(events, 1);
        process.kill(Number(pids.get(1)), 'SIGKILL');
        await restored;
        assert.equal(await visit(port, 'shop.test'), 503);
      }
    });

    it('lets one process carry out a request of the node to a site', async () => {
      const { supervisor } = set;
      // No visitor has got the address as a script.
      assert.equal(await fetchFromSite(supervisor, 'shop.test'), 'unseen');
      assert.equal(await fetchFromSite(supervisor, 'other.test'), 'not-served');
    });

    it('lets a request that is under way finish before it stops', async () => {
      const { port, supervisor } = set;
      const sent = request({
        host: '127.0.0.1',
        port,
        method: 'POST',
        headers: { host: 'shop.test', 'content-length': 2 },
        agent: false,
      });
      const responded = once(sent, 'response');
      sent.write('x');
      const [response] = await responded;
      const stopping = supervisor.stop();
      sent.end('y');
      response.resume();
      await once(response, 'end');
      assert.equal(response.statusCode, 503);
      await stopping;
      assert.equal(await fetchFromSite(supervisor, 'shop.test'), 'not-served');
    });
  });

  it('has no metrics without processes', async () => {
    const { supervisor } = await setUp(1, snapshot(1));
    assert.deepEqual(await supervisor.processes.measure(), []);
  });

  it('refuses a port that another program listens on', async () => {
    const { port, pids, supervisor } = await setUp(1, snapshot(1));
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    await assert.rejects(
      supervisor.start(),
      /cannot listen on 127\.0\.0\.1:\d+.*PALISADE_EDGE_LISTEN/,
    );
    assert.equal(pids.size, 0);
    other.close();
  });
});
