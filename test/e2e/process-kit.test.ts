/** A process of the kit beside the API and the edge of a real node. */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { Agent, request } from 'node:http';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { API_BASE } from '../../src/app/node/api-base.ts';
import { DiskSpace } from '../../src/app/node/disk-space.ts';
import { startNode } from '../../src/app/node/node.ts';
import type { SampleChannel } from '../../src/app/processes/fixtures/sample-process.ts';
import { ProcessSupervisor } from '../../src/app/processes/kit/process-supervisor.ts';
import { readSettings } from '../../src/app/settings/settings.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { PrometheusMetrics } from '../../src/telemetry/prometheus-metrics.ts';
import { silentTelemetry } from '../../src/telemetry/silent-telemetry.ts';
import { freePort } from '../support/free-port.ts';
import { tempFolder } from '../support/temp-folder.ts';

const KILLS = 5;
/** Requests without a pause would slow down the starting processes. */
const PAUSE_MS = 5;
const TOKEN = 'administrator-of-the-test';

/** A node whose primary is this process. */
async function openNode() {
  const folder = tempFolder();
  const ports = { api: await freePort(), edge: await freePort() };
  const settings = readSettings({
    PALISADE_DATA_DIR: folder.path,
    PALISADE_API_LISTEN: `127.0.0.1:${ports.api}`,
    PALISADE_EDGE_LISTEN: `127.0.0.1:${ports.edge}`,
    PALISADE_GATEWAY_LISTEN: `127.0.0.1:${await freePort()}`,
    PALISADE_EDGE_WORKERS: '1',
    PALISADE_ADMIN_TOKEN: TOKEN,
    PALISADE_API_RATE_LIMIT: 'off',
    PALISADE_API_ADDRESS_RATE_LIMIT: 'off',
    PALISADE_LOG_LEVEL: 'error',
    PALISADE_LAME_DUCK_MS: '0',
  });
  const node = await startNode({
    settings,
    sources: {},
    log: silentTelemetry.log,
    disk: new DiskSpace({ dataDir: folder.path, log: silentTelemetry.log, clock: systemClock }),
    prettyLogs: false,
    metrics: new PrometheusMetrics(),
    stopSignal: new AbortController().signal,
    onNewSecrets: () => {},
    onServingAlone: () => {},
  });
  return {
    ports,
    async [Symbol.asyncDispose]() {
      await node.stop();
      folder.remove();
    },
  };
}

/** A small process of the kit, supervised by this process. */
function sampleProcess(events: EventEmitter): ProcessSupervisor<SampleChannel> {
  let starts = 0;
  return new ProcessSupervisor<SampleChannel>({
    kind: {
      name: 'sample',
      main: new URL('../../src/app/processes/fixtures/sample-process.ts', import.meta.url),
      count: 1,
      nodeFlags: [],
      drainMs: 10_000,
      isRequired: false,
      isNeeded: () => true,
      start: () => ({ text: `start ${++starts}` }),
      onReport: (_slot, report) => events.emit(report.event, report.texts),
      onEnd: () => {},
    },
    logging: { logLevel: 'error', prettyLogs: false },
    telemetry: {
      started: (_slot, pid) => events.emit('started', pid),
      serving: () => {},
      ended: (_slot, exit) => events.emit('ended', exit.signal),
    },
  });
}

/** Sends requests one after the other over a keep-alive connection until `end`; counts the outcomes. */
function load(port: number, path: string, headers: Record<string, string>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const outcomes: Record<string, number> = {};
  let isEnded = false;
  const get = async () => {
    const sent = request({ host: '127.0.0.1', port, path, headers, agent }).end();
    const [response] = await once(sent, 'response');
    await once(response.resume(), 'end');
    return String(response.statusCode);
  };
  const running = (async () => {
    while (!isEnded) {
      const outcome = await get().catch((error) => String(error.code));
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      await wait(PAUSE_MS);
    }
    agent.destroy();
  })();
  return {
    async end() {
      isEnded = true;
      await running;
      return outcomes;
    },
  };
}

describe('a process of the kit beside a node', () => {
  it('is replaced when it is killed, without failed requests to the API and the edge', async () => {
    await using node = await openNode();
    const events = new EventEmitter();
    const supervisor = sampleProcess(events);
    const started = once(events, 'started');
    const served = once(events, 'serving');
    await supervisor.start();
    await served;
    let [pid] = await started;
    const loads = [
      load(node.ports.api, `${API_BASE}/zones`, { authorization: `Bearer ${TOKEN}` }),
      load(node.ports.edge, '/', { host: 'nobody.test' }),
    ];
    for (let kill = 1; kill <= KILLS; kill++) {
      const [ended, again, serving] = ['ended', 'started', 'serving'].map((event) =>
        once(events, event),
      );
      process.kill(pid, 'SIGKILL');
      assert.deepEqual(await ended, ['SIGKILL']);
      [pid] = (await again) as [number];
      assert.deepEqual(await serving, [[`start ${kill + 1}`]]);
    }
    const [api = {}, edge = {}] = await Promise.all(loads.map((each) => each.end()));
    await supervisor.stop();
    assert.deepEqual([Object.keys(api), Object.keys(edge)], [['200'], ['404']]);
    assert.ok(Number(api['200']) >= KILLS && Number(edge['404']) >= KILLS);
  });
});
