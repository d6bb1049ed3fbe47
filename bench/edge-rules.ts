import { nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, lowerQuartile, median } from './support/benchmark.ts';
import { startNginx } from './support/nginx.ts';
import { apiOf, createPool, createSite, firstAccount } from './support/node-api.ts';
import { edgePids, pin } from './support/processes.ts';
import { addRules, deploy, RULES, SENSITIVE_DATA } from './support/rules.ts';
import { ensureDebianPackage, type Load, type LoadResult, runLoad } from './support/wrk.ts';

const ROUNDS = 15;
/**
 * High percentiles vary by a factor of up to five between rounds, with other load on the machine. The ratio of two
 * quartiles of 40 rounds still varies by 0.06, more than the difference to measure.
 */
const LATE_ROUNDS = 120;
const WARM_UP_SECONDS = 8;
const CONNECTIONS = 64;
/** While latencies are measured, connections pause between requests: about a third of the edge's capacity. */
const pause = 'function delay() return 10 end';

/** The cost of rules for requests that match none of them: the same site with and without rules. */
export const edgeRules: Benchmark = {
  name: 'edge-rules',
  what: `${RULES} custom rules and managed rulesets ÷ none, and sensitive data detection on ÷ off`,
  async run() {
    ensureDebianPackage('wrk');
    const origin = await startNginx();
    const home = await nodeHome();
    try {
      const node = await home.start();
      const call = apiOf(node);
      const account = await firstAccount(call);
      const pool = await createPool(call, account, origin.origin);
      const zone = (name: string) => createSite(call, account, name, pool);
      await zone('plain.test');
      await addRules(call, await zone('ruled.test'));
      await deploy(
        call,
        await zone('scanned.test'),
        'http_response_firewall_managed',
        SENSITIVE_DATA,
      );
      for (const pid of edgePids(node)) pin(pid, 1);
      for (const host of ['plain.test', 'ruled.test', 'scanned.test']) {
        load(node.edge, host, { seconds: WARM_UP_SECONDS });
      }
      const rates = inTurns((host) => load(node.edge, `${host}.test`, {}).rate, 'plain', 'ruled');
      // Background threads use processor time that the traffic leaves free, on any core.
      for (const pid of edgePids(node)) pin(pid, 0, 1);
      const late = roundsOf(
        LATE_ROUNDS,
        (host) => load(node.edge, `${host}.test`, { script: pause }).p99Ms,
        'plain',
        'scanned',
      );
      // Disturbances only increase latencies, so the lower quartiles are compared.
      const off = lowerQuartile(late.map(([first]) => first));
      const on = lowerQuartile(late.map(([, second]) => second));
      return [
        { what: 'no rules', value: rates.first, unit: 'req/s' },
        { what: `${RULES} custom rules, credentials check`, value: rates.second, unit: 'req/s' },
        { what: 'ratio', value: rates.ratio, unit: '×', floor: 0.8 },
        { what: 'p99 without detection', value: off, unit: 'ms' },
        { what: 'p99 with detection', value: on, unit: 'ms' },
        { what: 'off ÷ on', value: off / on, unit: '×', floor: 1 / 1.05 },
      ];
    } finally {
      await Promise.all([origin.stop(), home.remove()]);
    }
  },
};

function load(url: string, host: string, options: Partial<Load>): LoadResult {
  const headers = { Host: host };
  return runLoad({ url, headers, connections: CONNECTIONS, seconds: 1, core: 0, ...options });
}

/** Interleaves two measurements and alternates which is first, so that a disturbance affects both. */
function roundsOf(
  count: number,
  measure: (host: string) => number,
  one: string,
  other: string,
): (readonly [number, number])[] {
  return Array.from({ length: count }, (_, n) => {
    if (n % 2 === 0) return [measure(one), measure(other)] as const;
    const second = measure(other);
    return [measure(one), second] as const;
  });
}

/** The ratio is the median of the rounds' ratios. */
function inTurns(measure: (host: string) => number, one: string, other: string) {
  const rounds = roundsOf(ROUNDS, measure, one, other);
  return {
    first: median(rounds.map(([first]) => first)),
    second: median(rounds.map(([, second]) => second)),
    ratio: median(rounds.map(([first, second]) => second / first)),
  };
}
