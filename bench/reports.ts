import { setTimeout as delay } from 'node:timers/promises';
import { ReportTokens } from '../src/edge/page-monitoring/report-token.ts';
import { type NodeProcess, nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, median } from './support/benchmark.ts';
import { apiOf, createPool, createSite, firstAccount } from './support/node-api.ts';
import { edgePids, memoryOf, pin, processorTimeOf } from './support/processes.ts';
import { ensureDebianPackage, runLoad } from './support/wrk.ts';

const KEY = '7'.repeat(64);
const WARM_UP_SECONDS = 20;
const ROUNDS = 8;
const ROUND_SECONDS = 10;
const CONNECTIONS = 64;
const EDGE_CORE = 1;
const OTHER_CORE = 0;

/** Distinct visitors, each of whom reports a page of the shop and one of its scripts. */
const reports = (path: string, from: number) => `
local n = ${from}
local headers = { ["Host"] = "reports.test", ["Content-Type"] = "application/csp-report" }
local start = '{"csp-report":{"document-uri":"https://reports.test/page/%d?session=1","referrer":"","violated-directive":"script-src-elem","effective-directive":"script-src-elem","original-policy":"script-src \\'unsafe-inline\\' \\'unsafe-eval\\'; connect-src \\'none\\'; report-uri /cdn-cgi/script_monitor/report","disposition":"report","blocked-uri":"https://cdn-%d.test/lib/%d.js?v=3","status-code":200,"script-sample":""}}'
function request()
  n = n + 1
  headers["X-Forwarded-For"] = string.format("10.%d.%d.%d", n / 65536 % 256, n / 256 % 256, n % 256)
  return wrk.format("POST", "${path}", headers, string.format(start, n % 50, n % 20, n % 2000))
end`;

/** Browser reports at the highest rate of one edge process: connections send without pauses. */
export const reportIntake: Benchmark = {
  name: 'reports',
  what: 'reports on pages that one edge process takes on one core, all visitors and 2,000 scripts different',
  async run() {
    ensureDebianPackage('wrk');
    const home = await nodeHome({
      PALISADE_EDGE_KEY: KEY,
      PALISADE_EDGE_WORKERS: '1',
      PALISADE_TRUSTED_PROXIES: '127.0.0.0/8',
    });
    try {
      const node = await home.start();
      const zoneId = await monitoredZone(node);
      const [edge = 0] = edgePids(node);
      pin(node.child.pid ?? 0, OTHER_CORE);
      pin(edge, EDGE_CORE);
      const load = (seconds: number, round: number) =>
        runLoad({
          url: node.edge,
          connections: CONNECTIONS,
          seconds,
          core: OTHER_CORE,
          // Each round has different visitors, so that no report is a duplicate.
          script: reports(pathFor(zoneId), round * 1_000_000),
        });
      load(WARM_UP_SECONDS, 0);
      const rates: number[] = [];
      const perCore: number[] = [];
      const memory: number[] = [];
      for (let round = 1; round <= ROUNDS; round++) {
        const before = processorTimeOf(edge);
        const { rate, requests } = load(ROUND_SECONDS, round);
        rates.push(rate);
        perCore.push(requests / (processorTimeOf(edge) - before));
        memory.push(memoryOf(edge));
      }
      const half = Math.ceil(memory.length / 2);
      // The minimum is compared, because memory rises and falls with the garbage collector.
      const [early, late] = [Math.min(...memory.slice(0, half)), Math.min(...memory.slice(half))];
      return [
        { what: 'reports', value: median(rates), unit: '/s' },
        // Other load on the machine reduces the rate, but not this figure.
        { what: 'per second of processor time', value: median(perCore), unit: '/s', floor: 10_000 },
        { what: 'of them kept', value: await keptPart(node), unit: '×', floor: 0.99 },
        {
          what: 'least memory of the edge process, first half',
          value: early / 2 ** 20,
          unit: 'MB',
        },
        { what: 'the same, second half', value: late / 2 ** 20, unit: 'MB' },
        { what: 'first half ÷ second half', value: early / late, unit: '×', floor: 0.85 },
      ];
    } finally {
      await home.remove();
    }
  },
};

/** Read from the metrics, because dropped reports get the same response as all others. */
async function keptPart(node: NodeProcess): Promise<number> {
  // The load has blocked the event loop, so closed connections are noticed only now.
  await delay(100);
  const text = await (await fetch(`${node.origin}/metrics`)).text();
  const counts = [...text.matchAll(/^palisade_edge_page_reports_total\{result="(.+)"\} (\d+)$/gm)];
  const sum = counts.reduce((total, [, , count]) => total + Number(count), 0);
  return Number(counts.find(([, result]) => result === 'observed')?.[2] ?? 0) / sum;
}

async function monitoredZone(node: NodeProcess): Promise<string> {
  const call = apiOf(node);
  const account = await firstAccount(call);
  const pool = await createPool(call, account, 'http://127.0.0.1:1');
  const zoneId = await createSite(call, account, 'reports.test', pool);
  await call('PUT', `/zones/${zoneId}/page_shield`, { enabled: true });
  return zoneId;
}

function pathFor(zoneId: string): string {
  const tokens = new ReportTokens(Buffer.from(KEY, 'hex'));
  const token = { zoneId, policyId: '', mode: 'monitor', view: '', issuedAt: Date.now() } as const;
  return `/cdn-cgi/script_monitor/report?t=${tokens.encode(token)}`;
}
