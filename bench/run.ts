/**
 * Runs the benchmarks and prints ratios, each against a peer measured in the same run on the same
 * machine. `npm run bench` runs all but the longest, `npm run bench -- api-read` the named ones.
 */
import { apiRead } from './api-read.ts';
import { attacks } from './attacks.ts';
import { connections } from './connections.ts';
import { credentials } from './credentials.ts';
import { dashboard } from './dashboard.ts';
import { edgeProxy } from './edge-proxy.ts';
import { edgeRules } from './edge-rules.ts';
import { expression } from './expression.ts';
import { floods } from './floods.ts';
import { gateway } from './gateway.ts';
import { gatewaySaturated } from './gateway-saturated.ts';
import { idleProcess } from './idle-process.ts';
import { inventory } from './inventory.ts';
import { lists } from './lists.ts';
import { logs } from './logs.ts';
import { reportIntake } from './reports.ts';
import { scan } from './scan.ts';
import { scanFiles } from './scan-files.ts';
import { scriptClassifier } from './script-classifier.ts';
import { shipping } from './shipping.ts';
import { shippingMemory } from './shipping-memory.ts';
import { soak } from './soak.ts';
import { spool } from './spool.ts';
import type { Benchmark } from './support/benchmark.ts';
import { tasks } from './tasks.ts';
import { traffic } from './traffic.ts';
import { visitsBesideFigures } from './visits-beside-figures.ts';
import { zones } from './zones.ts';

const benchmarks: readonly Benchmark[] = [
  apiRead,
  attacks,
  floods,
  credentials,
  dashboard,
  expression,
  edgeProxy,
  connections,
  edgeRules,
  gateway,
  gatewaySaturated,
  lists,
  logs,
  reportIntake,
  scan,
  scanFiles,
  scriptClassifier,
  shipping,
  spool,
  tasks,
  traffic,
  visitsBesideFigures,
  zones,
  idleProcess,
  inventory,
  shippingMemory,
  soak,
];

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !benchmarks.some((benchmark) => benchmark.name === name));
if (unknown !== undefined || wanted.includes('--help')) {
  const names = benchmarks.map(({ name, what }) => `  ${name.padEnd(22)} ${what}`).join('\n');
  process.stdout.write(`Usage: npm run bench [-- name…]\n\n${names}\n`);
  process.exit(wanted.includes('--help') ? 0 : 1);
}

let missed = 0;
for (const benchmark of benchmarks) {
  if (wanted.length > 0 ? !wanted.includes(benchmark.name) : benchmark.onlyByName) continue;
  process.stdout.write(`\n${benchmark.name}: ${benchmark.what}\n`);
  for (const { what, value, floor, unit } of await benchmark.run()) {
    const verdict =
      floor === undefined ? '' : value >= floor ? `  ok (≥ ${floor})` : `  MISSED (≥ ${floor})`;
    if (floor !== undefined && value < floor) missed += 1;
    process.stdout.write(`  ${what.padEnd(48)} ${format(value).padStart(10)} ${unit}${verdict}\n`);
  }
}
process.exitCode = missed === 0 ? 0 : 1;

function format(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
}
