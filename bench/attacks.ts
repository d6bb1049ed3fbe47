import { closingRule } from '../src/catalogs/managed-rulesets/core/closing-rule.ts';
import { coreRuleset } from '../src/catalogs/managed-rulesets/core/core.ts';
import { managedRuleset } from '../src/catalogs/managed-rulesets/managed/managed.ts';
import { nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';
import { startCoraza } from './support/coraza.ts';
import { inspectionFigures } from './support/inspection-figures.ts';
import { startModSecurity } from './support/modsecurity.ts';
import { startNginx } from './support/nginx.ts';
import { apiOf, type Call, createPool, createSite, firstAccount } from './support/node-api.ts';
import { ordinaryTraffic } from './support/ordinary-traffic.ts';
import type { Peer } from './support/peer.ts';
import { edgePids, pin } from './support/processes.ts';
import { ensureDebianPackage, type LoadResult, runLoad } from './support/wrk.ts';

const ROUNDS = 5;
const CONNECTIONS = 32;

/** The cost of all rules that detect attacks at paranoia level 2, for ordinary requests with bodies. */
export const attacks: Benchmark = {
  name: 'attacks',
  what: 'ordinary requests, a third of them with bodies: all managed and core rules at paranoia level 2 ÷ the same edge without ÷ other firewalls, one core each',
  async run() {
    ensureDebianPackage('wrk');
    const origin = await startNginx();
    const home = await nodeHome();
    const peers: Peer[] = [];
    try {
      const node = await home.start();
      const call = apiOf(node);
      const pool = await createPool(call, await firstAccount(call), origin.origin);
      for (const name of ['plain.test', 'ruled.test']) {
        const zone = await createSite(call, await firstAccount(call), name, pool);
        if (name === 'ruled.test') await deployAll(call, zone);
      }
      const modSecurity = await startModSecurity(origin.origin);
      const coraza = await startCoraza(origin.origin);
      peers.push(modSecurity, ...(coraza ? [coraza] : []));
      for (const pid of [...edgePids(node), ...peers.map(({ child }) => child.pid ?? 0)])
        pin(pid, 1);
      const servers = new Map([
        ['plain', () => load(node.edge, 'plain.test')],
        ['ruled', () => load(node.edge, 'ruled.test')],
        ['ModSecurity', () => load(modSecurity.url, 'ruled.test')],
        ...(coraza ? [['Coraza', () => load(coraza.url, 'ruled.test')] as const] : []),
      ]);
      const rates = inTurns(servers);
      return [...ratesOf(rates), ...(await inspectionFigures())];
    } finally {
      await Promise.all([origin.stop(), home.remove(), ...peers.map((peer) => peer.stop())]);
    }
  },
};

async function deployAll(call: Call, zone: string): Promise<void> {
  const off = [3, 4].map((level) => ({ category: `paranoia-level-${level}`, enabled: false }));
  const overrides = {
    categories: off,
    rules: [{ id: closingRule.id, action: 'log' }],
  };
  const execute = (id: string, more: object = {}) => ({
    action: 'execute',
    expression: 'true',
    action_parameters: { id, ...more },
  });
  await call('PUT', `/zones/${zone}/rulesets/phases/http_request_firewall_managed/entrypoint`, {
    rules: [execute(managedRuleset.id), execute(coreRuleset.id, { overrides })],
  });
}

function load(url: string, host: string, seconds = 2): LoadResult {
  const headers = { Host: host };
  return runLoad({
    url,
    headers,
    connections: CONNECTIONS,
    seconds,
    core: 0,
    script: ordinaryTraffic,
  });
}

type Rates = ReadonlyMap<string, readonly number[]>;

/** Each server once per round, so that a disturbance affects all of them. */
function inTurns(servers: ReadonlyMap<string, () => LoadResult>): Rates {
  for (const measure of servers.values()) measure();
  const rates = new Map([...servers.keys()].map((name) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, measure] of servers) rates.get(name)?.push(measure().rate);
  }
  return rates;
}

const floors: Readonly<Record<string, number>> = { plain: 0.6, ModSecurity: 20, Coraza: 15 };

function ratesOf(rates: Rates): Figure[] {
  const ruled = rates.get('ruled') ?? [];
  return [...rates].flatMap(([name, each]): Figure[] => {
    const figure = { what: `rate: ${name}`, value: median([...each]), unit: 'req/s' };
    const floor = floors[name];
    if (floor === undefined) return [figure];
    const ratios = each.map((rate, round) => (ruled[round] ?? 0) / rate);
    return [figure, { what: `with rules ÷ ${name}`, value: median(ratios), unit: '×', floor }];
  });
}
