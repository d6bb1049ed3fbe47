import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { ProcessSupervisor } from '../src/app/processes/kit/process-supervisor.ts';
import { startAnvil } from '../src/gateway/fixtures/anvil.ts';
import { nodeHome } from '../test/support/node-process.ts';
import { tempFolder } from '../test/support/temp-folder.ts';
import type { IdleChannel } from './fixtures/idle-process.ts';
import type { Benchmark } from './support/benchmark.ts';
import { gatewayPid, memoryOf } from './support/processes.ts';
import { jobTo, shippingProcess } from './support/shipping-process.ts';

/** After this time a process has finished its start-up work. */
const SETTLE_MS = 10_000;
const MOST_MB = 70;

/** The memory of an idle process of the kit. */
export const idleProcess: Benchmark = {
  name: 'idle-process',
  what: 'resident memory of a process with telemetry, a bus reader and the outbound client, idle',
  async run() {
    const folder = tempFolder();
    // The compile cache is filled, as after the first start of a node: see docs/decisions/0012-compile-cache-and-memory.md.
    process.env['NODE_COMPILE_CACHE'] ??= folder.path;
    const { supervisor, events } = idleProcesses(folder.path);
    const server = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      await supervisor.start();
      supervisor.publish(url);
      await once(events, 'reported');
      await supervisor.stop();
      const started = once(events, 'started');
      await supervisor.start();
      const [pid] = await started;
      const bare = await bareNode();
      await setTimeout(SETTLE_MS);
      const idle = megabytes(pid);
      supervisor.publish(url);
      await once(events, 'reported');
      await setTimeout(SETTLE_MS);
      const shipping = await idleShipping(folder.path);
      const gateway = await idleGateway();
      return [
        { what: 'Node without a program', value: bare, unit: 'MB' },
        { what: 'idle', value: idle, unit: 'MB' },
        { what: `left of ${MOST_MB} MB`, value: MOST_MB - idle, unit: 'MB', floor: 0 },
        { what: 'idle, after its first outgoing request', value: megabytes(pid), unit: 'MB' },
        { what: 'shipping process with a job', value: shipping, unit: 'MB' },
        { what: `left of ${MOST_MB} MB`, value: MOST_MB - shipping, unit: 'MB', floor: 0 },
        { what: 'gateway process with an upstream', value: gateway, unit: 'MB' },
        { what: `left of ${MOST_MB} MB`, value: MOST_MB - gateway, unit: 'MB', floor: 0 },
      ];
    } finally {
      server.close();
      await supervisor.stop();
      folder.remove();
    }
  },
};

function idleProcesses(folder: string) {
  const events = new EventEmitter();
  const supervisor = new ProcessSupervisor<IdleChannel>({
    kind: {
      name: 'idle',
      main: new URL('./fixtures/idle-process.ts', import.meta.url),
      count: 1,
      nodeFlags: [],
      drainMs: 10_000,
      isRequired: true,
      isNeeded: () => true,
      start: () => ({ busFolder: folder }),
      onReport: (_slot, status) => events.emit('reported', status),
      onEnd: () => {},
    },
    logging: { logLevel: 'info', prettyLogs: false },
    telemetry: {
      started: (_slot, pid) => events.emit('started', pid),
      serving: () => {},
      ended: () => {},
    },
  });
  return { supervisor, events };
}

/** A shipping process with a job and without lines. Its first start fills the compile cache. */
async function idleShipping(folder: string): Promise<number> {
  const { supervisor, events } = shippingProcess(folder, () => {});
  supervisor.update({ set: [jobTo('http://127.0.0.1:9/', 1, 30)], paused: [], removed: [] });
  const memoryAfter = async (settleMs: number) => {
    const started = once(events, 'started');
    await supervisor.start();
    const [pid] = await started;
    await setTimeout(settleMs);
    const taken = megabytes(pid);
    await supervisor.stop();
    return taken;
  };
  await memoryAfter(2_000);
  return await memoryAfter(SETTLE_MS);
}

async function bareNode(): Promise<number> {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1_000)']);
  await setTimeout(2_000);
  const megabytesOfIt = megabytes(Number(child.pid));
  child.kill();
  return megabytesOfIt;
}

/** Measured at the second start, which uses the compile cache. */
async function idleGateway(): Promise<number> {
  const anvil = await startAnvil();
  const home = await nodeHome({
    PALISADE_ROLES: 'gateway',
    PALISADE_GATEWAY_UPSTREAMS: JSON.stringify({ sepolia: [anvil.url] }),
  });
  try {
    await (await home.start()).end();
    const node = await home.start();
    await setTimeout(SETTLE_MS);
    return megabytes(gatewayPid(node));
  } finally {
    await home.remove();
    await anvil.stop();
  }
}

const megabytes = (pid: number): number => memoryOf(pid) / 1e6;
