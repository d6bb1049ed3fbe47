/**
 * Checks the direction of imports. dependency-cruiser passes when it could not read a single file, so
 * the number of modules it saw is checked as well.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

interface Cruise {
  readonly summary: {
    readonly totalCruised: number;
    readonly totalDependenciesCruised: number;
    readonly violations: readonly { from: string; to: string; rule: { name: string } }[];
  };
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
).length;
const { summary } = cruise();
for (const { from, to, rule } of summary.violations) {
  process.stderr.write(`${rule.name}: ${from} → ${to}\n`);
}
const sawEverything = summary.totalCruised >= files && summary.totalDependenciesCruised > files;
if (!sawEverything) {
  process.stderr.write(`only ${summary.totalCruised} of ${files} files were read\n`);
}
if (!sawEverything || summary.violations.length > 0) process.exit(1);
process.stdout.write(`imports of ${files} files point the right way\n`);

function cruise(): Cruise {
  const command = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
  const args = [command, 'src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const text = execFileSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 ** 2,
  });
  return JSON.parse(text) as Cruise;
}
