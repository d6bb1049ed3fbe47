/**
 * Sends requests through a node whose logs are pushed to an HTTPS receiver and an S3 server, while processes are killed, the receiver
 * causes trouble and the disk is full. After each trouble it compares what has arrived with what was requested, line by line.
 *
 *     npm run chaos [-- --requests 200000] [-- --only kill]
 */
import { parseArgs } from 'node:util';
import { ChaosNode } from './chaos/chaos-node.ts';
import { printHead, printRow } from './chaos/chaos-table.ts';
import { troubles } from './chaos/troubles.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});
const requests = Number(values.requests);
if (values.help || !(requests >= 2_000 && requests % 200 === 0)) {
  process.stdout.write(
    `Usage: npm run chaos -- [--requests N] [--only TEXT]
  --requests  of the first round, which has no trouble; others have a tenth (default 200000, a multiple of 200, at least 2000)
  --only      rounds whose name contains the text
Rounds: ${troubles.map(({ name }) => name).join(', ')}.
All rounds take about 15 minutes, and each at most 4.
`,
  );
  process.exit(values.help ? 0 : 2);
}

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
process.exitCode = failures > 0 ? 1 : 0;
