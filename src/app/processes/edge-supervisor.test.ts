import assert from 'node:assert/strict';
import cluster from 'node:cluster';
import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { updateOf, zoneOf } from '../../../test/support/edge-snapshots.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { testEdgeConfig } from '../../../test/support/test-edge.ts';
import type { FromEdge } from '../../contracts/edge-channel.ts';
import type { SnapshotUpdate } from '../../contracts/snapshot/snapshot-update.ts';
import { type MetricsSnapshot, metricsText } from '../../telemetry/prometheus-metrics.ts';
import { EdgeSupervisor } from './edge-supervisor.ts';

function snapshot(revision: number, ...names: string[]): SnapshotUpdate {
  return updateOf({ revision, complete: true, zones: names.map((name) => zoneOf(name)) });
}

/** The status that a visitor of this host gets, over a connection of its own. */
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
  const state = { current: initial };
  const supervisor = new EdgeSupervisor({
    workers,
    config: { ...testEdgeConfig, port, busFolder: folder.path },
    currentSnapshot: () => state.current,
    telemetry: { edgeEnded: (...ended) => events.emit('ended', ...ended) },
  });
  return { port, events, state, supervisor };
}

const pids = () => Object.values(cluster.workers ?? {}).map((worker) => worker?.process.pid);

/** Resolves when processes have sent this many messages of the type. */
function heard(count: number, type: FromEdge['type']): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    cluster.on('message', function listen(_worker, message: FromEdge) {
      if (message.type === type) left -= 1;
      if (left > 0) return;
      cluster.off('message', listen);
      resolve();
    });
  });
}

describe('edge supervisor', { timeout: 60_000 }, () => {
  let running: EdgeSupervisor | undefined;
  afterEach(() => running?.stop());

  async function started(workers: number, initial: SnapshotUpdate) {
    const set = await setUp(workers, initial);
    running = set.supervisor;
    await set.supervisor.start();
    return set;
  }

  it('starts processes that serve, and leaves none when it stops', async () => {
    const { port, supervisor } = await started(2, snapshot(1, 'shop.test'));
    assert.equal(supervisor.isServing, true);
    const alive = pids();
    assert.equal(alive.length, 2);
    assert.deepEqual([await visit(port, 'shop.test'), await visit(port, 'other.test')], [503, 404]);
    await supervisor.stop();
    assert.equal(supervisor.isServing, false);
    assert.deepEqual(pids(), []);
    for (const pid of alive) {
      assert.throws(() => process.kill(Number(pid), 0), { code: 'ESRCH' }, `${pid} still runs`);
    }
    await assert.rejects(visit(port, 'shop.test'), { code: 'ECONNREFUSED' });
    await supervisor.stop();
  });

  it('tells every process about an update', async () => {
    const { port, supervisor } = await started(2, snapshot(1));
    assert.equal(await visit(port, 'shop.test'), 404);
    const applied = heard(2, 'applied');
    supervisor.publish({ ...snapshot(2, 'shop.test'), complete: false });
    await applied;
    const answers = await Promise.all(Array.from({ length: 20 }, () => visit(port, 'shop.test')));
    assert.deepEqual(new Set(answers), new Set([503]));
  });

  it('replaces a process that was killed by one that knows the state of then', async () => {
    const { port, events, state, supervisor } = await started(2, snapshot(1));
    const before = pids();
    // The state moved on while nobody told the processes: only a new one can know.
    state.current = snapshot(2, 'shop.test');
    const ended = once(events, 'ended');
    const serving = heard(1, 'serving');
    process.kill(Number(before[0]), 'SIGKILL');
    const [slot, code, signal] = await ended;
    assert.ok([1, 2].includes(slot));
    assert.deepEqual([code, signal], [null, 'SIGKILL']);
    await serving;
    const replaced = pids();
    assert.equal(replaced.length, 2);
    assert.equal(replaced.filter((pid) => before.includes(pid)).length, 1);
    const applied = heard(2, 'applied');
    supervisor.publish(state.current);
    await applied;
    const answers = await Promise.all(Array.from({ length: 20 }, () => visit(port, 'shop.test')));
    assert.deepEqual(new Set(answers), new Set([503]));
  });

  it('keeps serving when the only process is killed again and again', async () => {
    const { port } = await started(1, snapshot(1, 'shop.test'));
    for (let round = 0; round < 3; round++) {
      const serving = heard(1, 'serving');
      process.kill(Number(pids()[0]), 'SIGKILL');
      await serving;
      assert.equal(await visit(port, 'shop.test'), 503);
    }
  });

  it('gathers what the processes have measured', async () => {
    const { port, supervisor } = await started(2, snapshot(1, 'shop.test'));
    for (let n = 0; n < 10; n++) await visit(port, 'shop.test');
    const measured = await supervisor.measure();
    assert.equal(measured.length, 2);
    const text = await metricsText(measured as readonly MetricsSnapshot[]);
    assert.match(text, /^palisade_edge_requests_total\{status="5xx"\} 10$/m);
    for (const slot of [1, 2]) {
      assert.match(
        text,
        new RegExp(`^palisade_edge_snapshot_revision\\{slot="${slot}"\\} 1$`, 'm'),
      );
    }
  });

  it('measures nothing when nothing runs', async () => {
    const { supervisor } = await setUp(1, snapshot(1));
    assert.deepEqual(await supervisor.measure(), []);
  });

  it('refuses a port that somebody else listens on', async () => {
    const { port, supervisor } = await setUp(1, snapshot(1));
    const stranger = createServer().listen(port, '127.0.0.1');
    await once(stranger, 'listening');
    await assert.rejects(
      supervisor.start(),
      /cannot listen on 127\.0\.0\.1:\d+.*PALISADE_EDGE_LISTEN/,
    );
    assert.deepEqual(pids(), []);
    stranger.close();
  });

  it('lets a request that is under way finish before it stops', async () => {
    const { port, supervisor } = await started(1, snapshot(1, 'shop.test'));
    const sent = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      headers: { host: 'shop.test', 'content-length': 2 },
      agent: false,
    });
    const answered = once(sent, 'response');
    sent.write('x');
    const [response] = await answered;
    const stopping = supervisor.stop();
    sent.end('y');
    response.resume();
    await once(response, 'end');
    assert.equal(response.statusCode, 503);
    await stopping;
  });
});
