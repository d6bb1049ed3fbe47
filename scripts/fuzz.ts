/**
 * Reads random messages with our HTTP/1.1 parser and with Node's, and reports every difference. `npm test`
 * does the same with fewer cases.
 *
 *     npm run fuzz -- transport [--cases N] [--seed N]
 */
import { parseArgs } from 'node:util';
import { compareOnce } from '../src/transport/http1/fixtures/compare-parsers.ts';
import { seeded } from '../src/transport/http1/fixtures/random-message.ts';

const PROGRESS_EVERY = 20_000;
const SHOWN = 5;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: 'string', default: '2000000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 32) },
    help: { type: 'boolean', default: false },
  },
});
const cases = Number(values.cases);
const seed = Number(values.seed);
const isUsable = positionals.join() === 'transport' && cases > 0 && Number.isSafeInteger(seed);
if (!isUsable || values.help) {
  process.stdout.write('Usage: npm run fuzz -- transport [--cases 2000000] [--seed N]\n');
  process.exit(values.help ? 0 : 2);
}

process.stdout.write(`seed ${seed}; the same seed gives the same messages\n`);
let differences = 0;
for (const kind of ['request', 'response'] as const) differences += fuzz(kind, cases / 2);
process.exitCode = differences === 0 ? 0 : 1;

function fuzz(kind: 'request' | 'response', count: number): number {
  const random = seeded(seed);
  const reasons = new Map<string, number>();
  let found = 0;
  for (let done = 0; done < count; done++) {
    if (process.stderr.isTTY && done % PROGRESS_EVERY === 0) {
      process.stderr.write(`\r\x1b[K${kind}s: ${Math.round((100 * done) / count)} %`);
    }
    const { bytes, difference, onlyOursRefuses } = compareOnce(random, kind);
    if (onlyOursRefuses) reasons.set(onlyOursRefuses, (reasons.get(onlyOursRefuses) ?? 0) + 1);
    if (difference === undefined) continue;
    found += 1;
    if (found <= SHOWN) {
      process.stdout.write(`${difference}: ${JSON.stringify(bytes.toString('latin1'))}\n`);
    }
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  process.stdout.write(`${count} times random ${kind}s: ${found} differences\n`);
  process.stdout.write('  refused only by us, by reason:\n');
  for (const [reason, times] of [...reasons].sort((a, b) => b[1] - a[1])) {
    process.stdout.write(`  ${String(times).padStart(9)}  ${reason}\n`);
  }
  return found;
}
