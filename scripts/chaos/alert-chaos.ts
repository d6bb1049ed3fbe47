import { setTimeout as delay } from 'node:timers/promises';
import { AlertSite } from '../../test/support/alert-site.ts';
import { type DatabaseKind, postgres, sqlite } from '../../test/support/databases.ts';
import { eventually } from '../../test/support/eventually.ts';
import { api } from '../../test/support/node-client.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../../test/support/node-process.ts';
import { postgresServer } from '../../test/support/postgres-server.ts';
import { ADMIN_TOKEN } from '../../test/support/test-api.ts';

/** Each pool fails once and recovers, and so does its origin. */
const CHANGES_PER_POOL = 4;
/** About the time from a change until its messages are delivered. */
const LONGEST_MS = 400;
/** Long, because interrupted deliveries are retried with backoff. */
const ARRIVAL_MS = 300_000;
const widths = [12, 7, 7, 9, 10, 9, 10, 9, 7];

export interface AlertChaosOptions {
  readonly kills: number;
  readonly changes: number;
}

interface Round extends AlertChaosOptions {
  readonly kind: DatabaseKind;
  /** The nodes share the database, and are killed in turn. */
  readonly nodes: number;
}

const rounds: readonly Pick<Round, 'kind' | 'nodes'>[] = [
  { kind: sqlite, nodes: 1 },
  { kind: postgres, nodes: 1 },
  { kind: postgres, nodes: 2 },
];

/**
 * Kills nodes repeatedly while the health of pools changes, and compares the messages of a webhook and a mail server. Returns the
 * number of rounds with problems.
 */
export async function alertChaos(options: AlertChaosOptions): Promise<number> {
  const server = await postgresServer();
  process.env['PALISADE_TEST_POSTGRES'] = server.url;
  let failures = 0;
  try {
    print(['database', 'nodes', 'kills', 'changes', 'webhook', 'repeats', 'mail', 'repeats', 's']);
    for (const round of rounds) {
      const problems = await run({ ...options, ...round });
      for (const problem of problems) process.stdout.write(`    ${problem}\n`);
      if (problems.length > 0) failures += 1;
    }
  } finally {
    await server.remove();
  }
  return failures;
}

async function run({ kind, nodes: count, kills, changes }: Round): Promise<readonly string[]> {
  const start = performance.now();
  const database = await kind.create();
  let nodes: NodeProcess[] = [];
  const site = await AlertSite.open((method, path, body) => api(nodeIn(nodes), method, path, body));
  const settings = {
    PALISADE_DATABASE_URL: database.url,
    PALISADE_ADMIN_TOKEN: ADMIN_TOKEN,
    PALISADE_EDGE_KEY: 'ab'.repeat(32),
    // Without the edge role, because a start waits for all processes.
    PALISADE_ROLES: 'api,worker',
    ...site.receivers.settings,
  };
  const homes: NodeHome[] = [];
  try {
    for (let n = 0; n < count; n++) homes.push(await nodeHome(settings, { isEmpty: true }));
    for (const home of homes) nodes.push(await home.start());
    await site.create(changes / CHANGES_PER_POOL);
    await site.untilHealth(site.pools);
    const steps = groups(site.pools, kills / 2);
    for (const isHealthy of [false, true]) {
      for (const [n, changing] of steps.entries()) {
        site.setHealth(changing, isHealthy);
        await site.probe();
        await delay(Math.random() * LONGEST_MS);
        const killed = n % count;
        await nodes[killed]?.end('SIGKILL');
        nodes = await replaced(nodes, killed, homes);
        await site.probe();
        await site.untilHealth(changing);
      }
    }
    const hasAll = async () =>
      Object.values(site.arrived()).every(
        ({ alerts, problems }) => alerts === changes && problems.length === 0,
      );
    await eventually('every change has arrived', hasAll, ARRIVAL_MS).catch(() => {});
    const { calls, mails } = site.arrived();
    const seconds = Math.round((performance.now() - start) / 1_000);
    const figures = [calls.alerts, calls.repeats, mails.alerts, mails.repeats, seconds];
    print([kind.name, count, kills, changes, ...figures]);
    return [...calls.problems, ...mails.problems];
  } finally {
    for (const home of homes) await home.remove();
    await site.stop();
    await database.remove();
  }
}

const nodeIn = ([node]: readonly NodeProcess[]): NodeProcess => {
  if (!node) throw new Error('no node runs');
  return node;
};

/** The nodes, with the killed one replaced by a new one. */
async function replaced(
  nodes: readonly NodeProcess[],
  killed: number,
  homes: readonly NodeHome[],
): Promise<NodeProcess[]> {
  return await Promise.all(
    homes.map(async (home, n) => (n === killed ? await home.start() : nodeIn(nodes.slice(n)))),
  );
}

/** Distributes items over `count` groups. */
function groups<Item>(items: readonly Item[], count: number): Item[][] {
  const found = Array.from({ length: count }, (): Item[] => []);
  for (const [n, item] of items.entries()) found[n % count]?.push(item);
  return found;
}

function print(cells: readonly (string | number)[]): void {
  const padded = cells.map((cell, n) => String(cell).padStart(widths[n] ?? 0));
  process.stdout.write(`${padded.join('')}\n`);
}
