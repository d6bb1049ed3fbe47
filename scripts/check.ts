/** `npm run check`: all checks, as many at the same time as there are cores. All of them run, even if one fails. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';

/** The slowest first, so that none of them runs alone at the end. */
const checks = [
  'tsc --noEmit',
  'biome check --error-on-warnings .',
  'tsc --noEmit -p dashboard',
  'knip',
  'node scripts/check-imports.ts',
  'node scripts/reference.ts --check',
  'node scripts/check-folders.ts',
  'npm run -s build && node scripts/check-dashboard-size.ts',
];

const failed: string[] = [];

async function runNext(): Promise<void> {
  for (let check = checks.shift(); check !== undefined; check = checks.shift()) {
    const start = performance.now();
    const child = spawn(`${check} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    if (code !== 0) failed.push(check);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    process.stdout.write(`${code === 0 ? '✔' : '✖'} ${check} (${seconds} s)\n${output}`);
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, runNext));
if (failed.length > 0) {
  process.stderr.write(`failed: ${failed.join(', ')}\n`);
  process.exit(1);
}
