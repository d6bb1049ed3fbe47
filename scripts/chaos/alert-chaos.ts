import { setTimeout as delay } from 'node:timers/promises';
import { AlertSite } from '../../test/support/alert-site.ts';
import { type DatabaseKind, postgres, sqlite } from '../../test/support/databases.ts';
import { api, until } from '../../test/support/node-client.ts';
import { nodeHome } from '../../test/support/node-process.ts';
import { postgresServer } from '../../test/support/postgres-server.ts';

/** Each pool fails once and recovers, and so does its origin. */
const CHANGES_PER_POOL = 4;
/** A change takes about as long until its messages are delivered. */
const LONGEST_MS = 400;
/** Claims of a killed node end after a minute, and its deliveries are tried again after growing pauses. */
const ARRIVAL_MS = 300_000;
const widths = [12, 7, 9, 10, 9, 10, 9, 7];

export interface AlertChaosOptions {
  readonly kills: number;
  readonly changes: number;
}

/**
 * Kills the node again and again while the health of pools changes, and compares what a webhook and a mail server got. Returns
 * the number of databases on which something was wrong.
 */
export async function alertChaos(options: AlertChaosOptions): Promise<number> {
  const server = await postgresServer();
  process.env['PALISADE_TEST_POSTGRES'] = server.url;
  let failures = 0;
  try {
    print(['database', 'kills', 'changes', 'webhook', 'repeats', 'mail', 'repeats', 's']);
    for (const kind of [sqlite, postgres]) {
      const problems = await runOn(kind, options);
      for (const problem of problems) process.stdout.write(`    ${problem}\n`);
      if (problems.length > 0) failures += 1;
    }
  } finally {
    await server.remove();
  }
  return failures;
}

async function runOn(
  kind: DatabaseKind,
  { kills, changes }: AlertChaosOptions,
): Promise<readonly string[]> {
  const start = performance.now();
  const database = await kind.create();
  const site = await AlertSite.open((method, path, body) => api(node, method, path, body));
  const settings = { PALISADE_DATABASE_URL: database.url, ...site.receivers.settings };
  const home = await nodeHome(settings, { isEmpty: true });
  let node = await home.start();
  try {
    await site.create(changes / CHANGES_PER_POOL);
    await site.untilHealth(site.pools);
    const steps = lots(site.pools, kills / 2);
    for (const isHealthy of [false, true]) {
      for (const changing of steps) {
        site.setHealth(changing, isHealthy);
        await site.probe();
        await delay(Math.random() * LONGEST_MS);
        await node.end('SIGKILL');
        node = await home.start();
        await site.probe();
        await site.untilHealth(changing);
      }
    }
    const hasAll = async () =>
      Object.values(site.arrived()).every(
        ({ alerts, problems }) => alerts === changes && problems.length === 0,
      );
    await until(hasAll, ARRIVAL_MS).catch(() => {});
    const { calls, mails } = site.arrived();
    const seconds = Math.round((performance.now() - start) / 1_000);
    const figures = [calls.alerts, calls.repeats, mails.alerts, mails.repeats, seconds];
    print([kind.name, kills, changes, ...figures]);
    return [...calls.problems, ...mails.problems];
  } finally {
    await home.remove();
    await site.stop();
    await database.remove();
  }
}

/** The same items in so many lots. */
function lots<Item>(items: readonly Item[], count: number): Item[][] {
  const found = Array.from({ length: count }, (): Item[] => []);
  for (const [n, item] of items.entries()) found[n % count]?.push(item);
  return found;
}

function print(cells: readonly (string | number)[]): void {
  const padded = cells.map((cell, n) => String(cell).padStart(widths[n] ?? 0));
  process.stdout.write(`${padded.join('')}\n`);
}
