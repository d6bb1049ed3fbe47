import type { ListSnapshot } from '../src/contracts/snapshot/list-snapshot.ts';
import { ZoneTable } from '../src/edge/zone-table.ts';
import { type IpValue, parseIp } from '../src/expression/expression.ts';
import { ruleOf, rulesetOf } from '../test/support/edge-rules.ts';
import { messageOf, updateOf, zoneOf } from '../test/support/edge-snapshots.ts';
import { nodeHome } from '../test/support/node-process.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';
import { startEdgeAlone } from './support/edge-alone.ts';
import { apiOf, createPool, createSite, firstAccount } from './support/node-api.ts';
import { type Memory, reportOf } from './support/probe.ts';
import { statusOf } from './support/status-of.ts';

const ITEMS = 10_000;
const ZONES = 1_000;
const LOOKUPS = 1_000_000;
const CHANGES = 10;
const ROUNDS = 3;

/** The cost of a long list: memory, lookup time, and the time until a change takes effect. */
export const lists: Benchmark = {
  name: 'lists',
  what: `a list of ${ITEMS.toLocaleString('en')} addresses that ${ZONES.toLocaleString('en')} zones use`,
  async run() {
    return [...(await inEdgeProcess()), ...(await inThisProcess()), ...(await inNode())];
  },
};

const address = (n: number, last: number) => `10.${n >> 8}.${n & 255}.${last}`;
const listOf = (length: number): ListSnapshot => ({
  id: 'list',
  accountId: 'account',
  name: 'many',
  content: {
    kind: 'ip',
    // Every second item is a network, so that lookups search ranges and not only a set of addresses.
    items: Array.from({ length }, (_, n) => (n % 2 === 0 ? address(n, 7) : `${address(n, 0)}/28`)),
  },
});

const zones = () =>
  Array.from({ length: ZONES }, (_, n) => {
    const rules = [ruleOf(`rule ${n}`, 'block', 'ip.src in $many')];
    const phases = { http_request_firewall_custom: rulesetOf(`own ${n}`, rules) };
    return zoneOf(`zone-${n}.test`, { rulesets: { phases } });
  });

/** Memory in use of an edge process with the list and without it. */
async function inEdgeProcess(): Promise<Figure[]> {
  const edge = await startEdgeAlone(updateOf({ complete: true, zones: zones() }), 'memory');
  const megabytesWith = async (parts: Parameters<typeof updateOf>[0]) => {
    await edge.apply(updateOf(parts));
    return (await reportOf<Memory>(edge.folder, edge.pid)).used / 1e6;
  };
  try {
    const differences: number[] = [];
    let without = 0;
    for (let n = 0; n < ROUNDS; n++) {
      without = await megabytesWith({ removed: { lists: ['list'] } });
      differences.push((await megabytesWith({ lists: [listOf(ITEMS)] })) - without);
    }
    return [
      { what: 'edge process without the list, in use', value: without, unit: 'MB' },
      { what: 'the list', value: median(differences), unit: 'MB' },
    ];
  } finally {
    await edge.stop();
  }
}

async function inThisProcess(): Promise<Figure[]> {
  const table = new ZoneTable(() => {
    throw new Error('there are no origins');
  });
  const apply = (parts: Parameters<typeof updateOf>[0]) => table.apply(messageOf(updateOf(parts)));
  const all = zones();
  await apply({ complete: true, zones: all, lists: [listOf(ITEMS)] });
  const tests = all.map(({ zoneId }) =>
    table.zoneOfId(zoneId)?.rules.phases.get('http_request_firewall_custom'),
  );
  const copies = new Set(tests.map((rulesets) => rulesets?.[0]?.rules[0]?.test)).size;
  const started = performance.now();
  await apply({ lists: [listOf(ITEMS)] });
  const exchange = performance.now() - started;
  return [
    { what: 'zones for each copy', value: ZONES / copies, unit: '', floor: ZONES },
    { what: 'exchanging the list in the process', value: exchange, unit: 'ms' },
    ...lookups(table),
  ];
}

function lookups(table: ZoneTable): Figure[] {
  const { current } = table.lists.slotOf('account', 'many');
  const values = Array.from({ length: 4096 }, (_, n) =>
    parseIp(address((n * 7) % 20_000, n & 255)),
  );
  const visitors = values.filter((value): value is IpValue => value !== undefined);
  let found = 0;
  const round = () => {
    const start = performance.now();
    for (let n = 0; n < LOOKUPS; n++) {
      if (current.matches(visitors[n & 4095] as IpValue)) found += 1;
    }
    return ((performance.now() - start) / LOOKUPS) * 1e6;
  };
  round();
  const nanoseconds = median([round(), round(), round()]);
  if (found === 0) throw new Error('no address was found in the list');
  return [
    { what: 'lookup', value: nanoseconds, unit: 'ns' },
    { what: 'lookups in 1 µs', value: 1_000 / nanoseconds, floor: 1, unit: '' },
  ];
}

/** The time from the response of the API until a visitor sees the change, in a whole node. */
async function inNode(): Promise<Figure[]> {
  const home = await nodeHome();
  try {
    const node = await home.start();
    const call = apiOf(node);
    const account = await firstAccount(call);
    // Nothing listens on that port: requests that no rule blocks get an error of the edge.
    const pool = await createPool(call, account, 'http://127.0.0.1:1');
    const zoneId = await createSite(call, account, 'listed.test', pool);
    const base = `/accounts/${account}/rules/lists`;
    const { id } = await call('POST', base, { kind: 'ip', name: 'many' });
    const items = Array.from({ length: ITEMS }, (_, n) => ({ ip: address(n, 7) }));
    const started = performance.now();
    await call('PUT', `${base}/${id}/items`, items);
    const write = performance.now() - started;
    await call('PUT', `/zones/${zoneId}/rulesets/phases/http_request_firewall_custom/entrypoint`, {
      rules: [{ action: 'block', expression: 'ip.src in $many' }],
    });
    const times: number[] = [];
    for (let n = 0; n < CHANGES; n++) {
      const isListed = n % 2 === 0;
      const self = { ip: '127.0.0.1' };
      await call('PUT', `${base}/${id}/items`, isListed ? [...items, self] : items);
      const changed = performance.now();
      while (((await statusOf(node.edge, 'listed.test')) === 403) !== isListed);
      times.push(performance.now() - changed);
    }
    await node.end();
    return [
      { what: 'writing all items', value: write, unit: 'ms' },
      { what: 'change acts at the edge', value: median(times), unit: 'ms' },
      {
        what: 'left of 1 s, slowest change',
        value: 1_000 - Math.max(...times),
        unit: 'ms',
        floor: 0,
      },
    ];
  } finally {
    await home.remove();
  }
}
