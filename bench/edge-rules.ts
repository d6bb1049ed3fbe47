import { nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, median } from './support/benchmark.ts';
import { startNginx } from './support/nginx.ts';
import { apiOf, type Call, createPool, createSite, firstAccount } from './support/node-api.ts';
import { edgePids, pin } from './support/processes.ts';
import { ensureDebianPackage, type LoadResult, runLoad } from './support/wrk.ts';

const ROUNDS = 7;
const SECONDS = 3;
const RULES = 200;
const CREDENTIALS = 'c2e184081120413c86c3ab7e14069605';
const SENSITIVE_DATA = 'e22d83c647c64a3eae91b71b499d988e';

/** What rules cost requests that none of them is about: the same site with and without them. */
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
      const results = measure(node.edge, ['plain.test', 'ruled.test', 'scanned.test']);
      const rate = (host: string) =>
        median((results.get(host) ?? []).map(({ rate: each }) => each));
      const late = (host: string) => median((results.get(host) ?? []).map(({ p99Ms }) => p99Ms));
      return [
        { what: 'no rules', value: rate('plain.test'), unit: 'req/s' },
        {
          what: `${RULES} custom rules, credentials check`,
          value: rate('ruled.test'),
          unit: 'req/s',
        },
        { what: 'ratio', value: rate('ruled.test') / rate('plain.test'), unit: '×', floor: 0.8 },
        { what: 'p99 without detection', value: late('plain.test'), unit: 'ms' },
        { what: 'p99 with detection', value: late('scanned.test'), unit: 'ms' },
        {
          what: 'off ÷ on',
          value: late('plain.test') / late('scanned.test'),
          unit: '×',
          floor: 1 / 1.05,
        },
      ];
    } finally {
      await Promise.all([origin.stop(), home.remove()]);
    }
  },
};

function measure(url: string, hosts: readonly string[]): Map<string, LoadResult[]> {
  const results = new Map<string, LoadResult[]>(hosts.map((host) => [host, []]));
  const load = (host: string, connections: number, seconds: number) =>
    runLoad({ url, headers: { Host: host }, connections, seconds, core: 0 });
  for (const host of hosts) load(host, 64, 2);
  for (let round = 0; round < ROUNDS; round++) {
    for (const host of hosts) results.get(host)?.push(load(host, 64, SECONDS));
  }
  return results;
}

/** Rules as people write them, none of which is about the requests that are sent. */
async function addRules(call: Call, zoneId: string): Promise<void> {
  const conditions = [
    (n: number) => `http.request.uri.path eq "/admin/${n}" and ip.src ne 192.0.2.${n % 250}`,
    (n: number) => `http.host eq "shop-${n}.test" and http.request.method eq "POST"`,
    (n: number) => `http.user_agent contains "scanner-${n}"`,
    (n: number) => `ip.src in {198.51.100.${n % 250} 203.0.113.0/24}`,
    (n: number) =>
      `starts_with(http.request.uri.path, "/old/${n}/") or http.referer contains "spam-${n}"`,
  ];
  const rules = Array.from({ length: RULES }, (_, n) => ({
    action: 'block',
    expression: conditions[n % conditions.length]?.(n),
    description: `rule ${n}`,
  }));
  await call('PUT', `/zones/${zoneId}/rulesets/phases/http_request_firewall_custom/entrypoint`, {
    rules,
  });
  await deploy(call, zoneId, 'http_request_firewall_managed', CREDENTIALS);
}

async function deploy(call: Call, zoneId: string, phase: string, id: string): Promise<void> {
  await call('PUT', `/zones/${zoneId}/rulesets/phases/${phase}/entrypoint`, {
    rules: [{ action: 'execute', expression: 'true', action_parameters: { id } }],
  });
}
