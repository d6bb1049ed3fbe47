import { busFolder } from '../src/app/node/data-dir.ts';
import { openEmbeddedBus } from '../src/bus/embedded/embedded-bus.ts';
import { FIREWALL_EVENTS_TOPIC } from '../src/contracts/events/firewall-event.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { type NodeProcess, nodeHome } from '../test/support/node-process.ts';
import type { Benchmark, Figure } from './support/benchmark.ts';
import { apiOf, type Call, createPool, createSite, firstAccount } from './support/node-api.ts';
import { edgePids, memoryOf } from './support/processes.ts';
import { addRules, deploy, SENSITIVE_DATA } from './support/rules.ts';
import { startScript } from './support/script.ts';
import { ensureDebianPackage, startLoad } from './support/wrk.ts';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 10);
const SLICE_SECONDS = 10;
const CONNECTIONS = 32;
const PAUSE_MS = 5;
const SETTLE_MS = 60_000;

/** Requests of visitors: mostly plain pages, and from time to time one that a rule matches. */
const visits = `
local n = 0
local form = { ["Host"] = "soak.test", ["Content-Type"] = "application/x-www-form-urlencoded" }
function request()
  n = n + 1
  if n % 200 == 0 then return wrk.format("GET", "/leak") end
  if n % 300 == 0 then return wrk.format("GET", "/search?q=probe") end
  if n % 500 == 0 then
    return wrk.format("POST", "/wp-login.php", form, "log=CF_EXPOSED_USERNAME&pwd=CF_EXPOSED_PASSWORD")
  end
  return wrk.format("GET", "/page/" .. n)
end`;

/** A long load with all features on, and an edge process that is killed in the middle. */
export const soak: Benchmark = {
  name: 'soak',
  what: `${MINUTES} minutes with rules, scanner and events on; an edge process is killed in the middle`,
  onlyByName: true,
  async run() {
    ensureDebianPackage('wrk');
    const origin = await startScript('leaky-origin.ts');
    const home = await nodeHome({ PALISADE_EDGE_WORKERS: '2' });
    const bus = openEmbeddedBus({
      folder: busFolder(home.dataDir),
      clock: systemClock,
      onError: (error) => process.stderr.write(`${error.message}\n`),
    });
    try {
      const node = await home.start();
      const call = apiOf(node);
      const zone = await createZone(call, origin.printed);
      // A separate consumer sees the events that the bus has accepted, whether they are stored or not.
      const accepted = new Set<string>();
      await bus.consume({
        topic: FIREWALL_EVENTS_TOPIC,
        consumer: 'soak',
        batchSize: 1_000,
        handler(messages) {
          for (const { payload } of messages) accepted.add((payload as { id: string }).id);
        },
      });
      const { requests, failures, memory } = await loadInSlices(node);
      const stored = await untilStored(call, zone, accepted);
      return [
        { what: 'requests answered', value: requests, unit: '' },
        { what: 'requests that failed, at the kill', value: failures, unit: '' },
        ...memoryFigures(memory),
        { what: 'security events that the bus accepted', value: accepted.size, unit: '' },
        { what: 'of them in the store', value: stored / accepted.size, unit: '×', floor: 1 },
        { what: 'bodies that were not looked through', value: await lostScans(node), unit: '' },
      ];
    } finally {
      await bus.close();
      origin.child.kill();
      await home.remove();
    }
  },
};

async function createZone(call: Call, origin: string): Promise<string> {
  const account = await firstAccount(call);
  const zone = await createSite(
    call,
    account,
    'soak.test',
    await createPool(call, account, origin),
  );
  const probe = 'http.request.uri.query contains "probe"';
  await addRules(call, zone, [{ action: 'log', expression: probe, description: 'probes' }]);
  await deploy(call, zone, 'http_response_firewall_managed', SENSITIVE_DATA);
  return zone;
}

async function loadInSlices(node: NodeProcess) {
  const slices = Math.round((MINUTES * 60) / SLICE_SECONDS);
  const memory: number[] = [];
  let requests = 0;
  let failures = 0;
  for (let slice = 0; slice < slices; slice++) {
    const load = startLoad({
      url: node.edge,
      headers: { Host: 'soak.test' },
      connections: CONNECTIONS,
      seconds: SLICE_SECONDS,
      script: `${visits}\nfunction delay() return ${PAUSE_MS} end`,
    });
    if (slice === Math.floor(slices / 2)) {
      await systemClock.sleep(1_000);
      process.kill(edgePids(node)[0] ?? 0, 'SIGKILL');
    }
    const result = await load;
    requests += result.requests;
    failures += result.failures;
    memory.push(
      [node.child.pid ?? 0, ...edgePids(node)].reduce((sum, pid) => sum + memoryOf(pid), 0),
    );
    const megabytes = Math.round((memory.at(-1) ?? 0) / 1e6);
    process.stderr.write(
      `  ${(slice + 1) * SLICE_SECONDS} s: ${requests} requests, ${megabytes} MB\n`,
    );
  }
  return { requests, failures, memory };
}

/** Memory of the whole node, after it has warmed up and at the end: each is the mean of a quarter of the time. */
function memoryFigures(memory: readonly number[]): Figure[] {
  const quarter = Math.max(1, Math.floor(memory.length / 4));
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length / 1e6;
  const early = mean(memory.slice(quarter, 2 * quarter));
  const late = mean(memory.slice(-quarter));
  return [
    { what: 'memory in the second quarter', value: early, unit: 'MB' },
    { what: 'memory in the last quarter', value: late, unit: 'MB' },
    { what: 'second ÷ last', value: early / late, unit: '×', floor: 0.9 },
  ];
}

/** How many of the accepted events the API returns, after the time that storing them may take. */
async function untilStored(call: Call, zone: string, accepted: ReadonlySet<string>) {
  const end = Date.now() + SETTLE_MS;
  for (;;) {
    const { items } = await call('GET', `/zones/${zone}/security/events/top?by=rule&limit=50`);
    const stored = (items as { count: number }[]).reduce((sum, { count }) => sum + count, 0);
    if ((stored === accepted.size && stored > 0) || Date.now() > end) return stored;
    await systemClock.sleep(500);
  }
}

async function lostScans(node: NodeProcess): Promise<number> {
  const text = await (await fetch(`${node.origin}/metrics`)).text();
  const lost = text.matchAll(/^palisade_edge_scans_lost_total\{[^}]*\} (\d+)/gm);
  return [...lost].reduce((sum, [, count]) => sum + Number(count), 0);
}
