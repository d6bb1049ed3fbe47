import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openSnapshotFile } from '../src/app/snapshots/snapshot-file.ts';
import type { SnapshotUpdate } from '../src/contracts/snapshot/snapshot-update.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';
import { startEdgeAlone } from './support/edge-alone.ts';
import { apiOf, createPool, createSite, firstAccount } from './support/node-api.ts';
import { type Pauses, probeSettings, reportOf } from './support/probe.ts';
import { edgePids, memoryOf } from './support/processes.ts';
import { memoryOfProtection } from './support/protected-zones.ts';
import { statusOf } from './support/status-of.ts';
import { ensureDebianPackage, startLoad } from './support/wrk.ts';
import {
  ACCOUNT_RULES,
  addAccountRules,
  addZoneRules,
  changeAccountRules,
  OWN_RULES,
  TEXTS,
} from './support/zone-rules.ts';

const ZONES = 10_000;
const CALLERS = 16;
const CHANGES = 20;
const REBUILDS = 5;
/** Visitors pause between requests, so that a slow request is one that had to wait for the edge. */
const pause = 'function delay() return 5 end';

/** The cost of many zones, without rules and with them. */
export const zones: Benchmark = {
  name: 'zones',
  what: `${count(ZONES)} zones with a load balancer each; then each with ${OWN_RULES} rules of its own (${count(TEXTS)} different ones in all), ${ACCOUNT_RULES} of its account and the exposed credentials check`,
  async run() {
    ensureDebianPackage('wrk');
    const home = await nodeHome();
    try {
      const { figures, zoneIds } = await withoutRules(home);
      const ruled = [...(await withRules(home, zoneIds)), ...(await edgeAlone(home))];
      return [...figures, ...ruled, ...(await memoryOfProtection(ZONES))];
    } finally {
      await home.remove();
    }
  },
};

function count(number: number): string {
  return number.toLocaleString('en');
}

async function withoutRules(home: NodeHome) {
  let node = await home.start();
  const few = await measureChanges(node, 'first.test');
  const idle = total(node);
  const zoneIds = await createMany(node);
  const many = await measureChanges(node, 'last.test');
  const full = total(node);
  await node.end();
  const start = performance.now();
  node = await home.start();
  const seconds = (performance.now() - start) / 1000;
  const figures: Figure[] = [
    { what: 'memory of the node, one zone', value: idle, unit: 'MB' },
    { what: 'memory of the node, all zones', value: full, unit: 'MB' },
    { what: 'memory left of 1 GB', value: 1_000 - full, unit: 'MB', floor: 0 },
    { what: 'memory after a start with all zones', value: total(node), unit: 'MB' },
    { what: 'start with all zones', value: seconds, unit: 's' },
    { what: 'change acts at the edge, one zone', value: few, unit: 'ms' },
    { what: 'change acts at the edge, all zones', value: many, unit: 'ms' },
  ];
  await node.end();
  return { figures, zoneIds };
}

/** The same zones with rules, in a whole node. */
async function withRules(home: NodeHome, zoneIds: readonly string[]): Promise<Figure[]> {
  let node = await home.start();
  const call = apiOf(node);
  const account = await firstAccount(call);
  const ruleset = await addAccountRules(call, account, '/blocked');
  await inParallel(zoneIds.length, async (n) => addZoneRules(call, zoneIds[n] ?? '', n));
  await node.end();

  const start = performance.now();
  node = await home.start(probeSettings('pauses', home.dataDir));
  const seconds = (performance.now() - start) / 1000;
  const [edge = 0] = edgePids(node);
  const [primaryMemory, edgeMemory] = [node.child.pid ?? 0, edge].map((pid) => memoryOf(pid) / 1e6);
  await reportOf<Pauses>(home.dataDir, edge);
  const times: number[] = [];
  for (let n = 0; n < CHANGES; n++) {
    const path = `/blocked-${n}`;
    await changeAccountRules(apiOf(node), account, ruleset, path);
    const changed = performance.now();
    while ((await statusOf(node.edge, 'zone-1.test', path)) !== 403);
    times.push(performance.now() - changed);
  }
  const pauses = await reportOf<Pauses>(home.dataDir, edge);
  await node.end();
  return [
    { what: 'with rules: start', value: seconds, unit: 's' },
    { what: 'left of 10 s', value: 10 - seconds, unit: 's', floor: 0 },
    { what: 'with rules: primary after a start', value: primaryMemory ?? 0, unit: 'MB' },
    { what: 'with rules: edge process after a start', value: edgeMemory ?? 0, unit: 'MB' },
    { what: 'left of 450 MB', value: 450 - (edgeMemory ?? 0), unit: 'MB', floor: 0 },
    { what: 'change of the account acts in all zones', value: median(times), unit: 'ms' },
    { what: `longest pause of the edge in ${CHANGES} changes`, value: pauses.own, unit: 'ms' },
    { what: 'the same by the clock', value: pauses.byClock, unit: 'ms' },
  ];
}

/** An edge process with the snapshot of that node: all zones are rebuilt while it serves visitors. */
async function edgeAlone(home: NodeHome): Promise<Figure[]> {
  const snapshot = lastSnapshot(home);
  const start = performance.now();
  const edge = await startEdgeAlone(snapshot, 'pauses');
  try {
    const seconds = (performance.now() - start) / 1000;
    const load = { url: `${edge.url}/blocked-${CHANGES - 1}`, headers: { Host: 'zone-1.test' } };
    // A warm-up, until V8 has compiled the code for requests.
    await startLoad({ ...load, connections: 8, seconds: 3 });
    await reportOf<Pauses>(edge.folder, edge.pid);
    const rounds: (Pauses & { readonly rebuildMs: number })[] = [];
    const visitors = startLoad({ ...load, connections: 8, seconds: 4 * REBUILDS, script: pause });
    for (let n = 1; n <= REBUILDS; n++) {
      const begin = performance.now();
      await edge.apply({ ...snapshot, revision: snapshot.revision + n });
      const rebuildMs = performance.now() - begin;
      rounds.push({ ...(await reportOf<Pauses>(edge.folder, edge.pid)), rebuildMs });
      await wait(500);
    }
    const memory = memoryOf(edge.pid) / 1e6;
    const { maxMs } = await visitors;
    const without = await reportOf<Pauses>(edge.folder, edge.pid);
    const longest = (kind: keyof Pauses) => Math.max(...rounds.map((round) => round[kind]));
    return [
      { what: 'edge process alone: start with all zones', value: seconds, unit: 's' },
      { what: 'all zones rebuilt in', value: median(rounds.map((r) => r.rebuildMs)), unit: 'ms' },
      { what: `longest pause in ${REBUILDS} rebuilds`, value: longest('own'), unit: 'ms' },
      { what: 'left of 20 ms', value: 20 - longest('own'), unit: 'ms', floor: 0 },
      {
        what: 'longest pause, median of rebuilds',
        value: median(rounds.map((r) => r.own)),
        unit: 'ms',
      },
      { what: 'by the clock: longest', value: longest('byClock'), unit: 'ms' },
      { what: 'by the clock: median', value: median(rounds.map((r) => r.byClock)), unit: 'ms' },
      { what: 'by the clock, no rebuild: longest', value: without.byClock, unit: 'ms' },
      { what: 'slowest request meanwhile', value: maxMs, unit: 'ms' },
      { what: `memory after ${REBUILDS} rebuilds`, value: memory, unit: 'MB' },
    ];
  } finally {
    await edge.stop();
  }
}

function lastSnapshot(home: NodeHome): SnapshotUpdate {
  const fail = (): never => {
    throw new Error('the snapshot of the node cannot be read');
  };
  const path = join(home.dataDir, 'snapshot.db');
  const { file, lastGood } = openSnapshotFile(path, { damaged: fail, otherFormat: fail });
  file.close();
  return lastGood ?? fail();
}

function total(node: NodeProcess): number {
  const pids = [node.child.pid ?? 0, ...edgePids(node)];
  return pids.reduce((sum, pid) => sum + memoryOf(pid), 0) / 1e6;
}

async function createMany(node: NodeProcess): Promise<string[]> {
  const call = apiOf(node);
  const account = await firstAccount(call);
  const pool = await createPool(call, account, 'http://127.0.0.1:9');
  const zoneIds: string[] = [];
  await inParallel(ZONES, async (n) => {
    zoneIds[n] = await createSite(call, account, `zone-${n + 1}.test`, pool);
  });
  return zoneIds;
}

async function inParallel(times: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const caller = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}

/** Milliseconds from the response of the API until a visitor sees the change; the median of several changes. */
async function measureChanges(node: NodeProcess, name: string): Promise<number> {
  const call = apiOf(node);
  const account = await firstAccount(call);
  const pool = await createPool(call, account, `http://127.0.0.1:${name === 'first.test' ? 7 : 8}`);
  const zone = await createSite(call, account, name, pool);
  const [balancer] = (await call('GET', `/zones/${zone}/load_balancers`)) as unknown as {
    id: string;
  }[];
  const times: number[] = [];
  for (let n = 0; n < CHANGES; n++) {
    const enabled = n % 2 === 1;
    await call('PATCH', `/zones/${zone}/load_balancers/${balancer?.id}`, { enabled });
    const start = performance.now();
    // Disabled, the zone has no load balancer; enabled, its origin refuses the connection.
    while ((await statusOf(node.edge, name)) !== (enabled ? 521 : 503));
    times.push(performance.now() - start);
  }
  return median(times);
}
