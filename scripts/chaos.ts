/**
 * Sends requests through a node that pushes its logs to an HTTPS receiver and an S3 server, while processes are killed, the receiver
 * fails and the disk is full. After each fault it compares the delivered lines with the requests, line by line.
 *
 *     npm run chaos [-- --requests 200000] [-- --only kill]
 *
 * With `alerts` it kills a node while the health of pools changes, and compares the delivered notifications, on both databases.
 *
 *     npm run chaos -- alerts [--kills 50] [--changes 200]
 *
 * With `gateway` it calls a gateway with one upstream that is killed, serves another chain, or responds with garbage or slowly, and one
 * that lags behind.
 *
 *     npm run chaos -- gateway [--calls 10000]
 */
import { parseArgs } from 'node:util';
import { alertChaos } from './chaos/alert-chaos.ts';
import { ChaosNode } from './chaos/chaos-node.ts';
import { printHead, printRow } from './chaos/chaos-table.ts';
import { gatewayChaos } from './chaos/gateway-chaos.ts';
import { troubles } from './chaos/troubles.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: 'string', default: '200000' },
    only: { type: 'string', default: '' },
    kills: { type: 'string', default: '50' },
    changes: { type: 'string', default: '200' },
    calls: { type: 'string', default: '10000' },
    help: { type: 'boolean', default: false },
  },
});
const [requests, kills, changes] = [values.requests, values.kills, values.changes].map(Number) as [
  number,
  number,
  number,
];
const calls = Number(values.calls);
const [subject = 'logs', ...further] = positionals;
const isUsable =
  ['logs', 'alerts', 'gateway'].includes(subject) &&
  further.length === 0 &&
  calls >= 100 &&
  requests >= 2_000 &&
  requests % 200 === 0 &&
  kills >= 2 &&
  kills % 2 === 0 &&
  changes >= 4 &&
  changes % 4 === 0;
if (values.help || !isUsable) {
  process.stdout.write(
    `Usage: npm run chaos -- [--requests N] [--only TEXT]
       npm run chaos -- alerts [--kills N] [--changes N]
       npm run chaos -- gateway [--calls N] [--only TEXT]
  --requests  of the first round, which has no trouble; others have a tenth (default 200000, a multiple of 200, at least 2000)
  --only      rounds whose name contains the text
  --kills     how often a node is killed while the health of pools changes (default 50, an even number)
  --changes   changes of health (default 200, a multiple of 4)
  --calls     calls of each round, from 32 clients (default 10000, at least 100)
Rounds: ${troubles.map(({ name }) => name).join(', ')}.
All rounds take about 15 minutes, and each at most 4. Alerts take about 15 minutes as well, the gateway two.
`,
  );
  process.exit(values.help ? 0 : 2);
}

const failures = await run();
// Explicit, because the package that runs PostgreSQL would end the process with 0.
process.exit(failures > 0 ? 1 : 0);

async function run(): Promise<number> {
  if (subject === 'gateway') return await gatewayChaos({ calls, only: values.only });
  return await (subject === 'alerts' ? alertChaos({ kills, changes }) : logChaos());
}

/** Returns the number of rounds with problems. */
async function logChaos(): Promise<number> {
  let failures = 0;
  const node = await ChaosNode.start();
  try {
    printHead();
    for (const trouble of troubles.filter(({ name }) => name.includes(values.only))) {
      const count = trouble.isCalm ? requests : requests / 10;
      const row = await node.round(trouble, count);
      printRow(row);
      if (row.problems.length > 0) failures += 1;
    }
  } finally {
    await node.stop();
  }
  return failures;
}
