/**
 * Checks the direction of imports. dependency-cruiser passes even if it could not read a single file, so
 * the number of modules that it read is checked as well. Further checks that it cannot make: write ports contain types
 * only, ARCHITECTURE.md lists the same flows, and imports of `node:http` are types.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { documentedFlows, flowLines, holdsOnlyTypes, writeFlows } from './area-rules.ts';

interface Cruise {
  readonly summary: {
    readonly totalCruised: number;
    readonly totalDependenciesCruised: number;
    readonly violations: readonly { from: string; to: string; rule: { name: string } }[];
  };
}

const names = readdirSync('src', { recursive: true, encoding: 'utf8' });
const files = names.filter((name) => name.endsWith('.ts')).length;
const { summary } = cruise();
for (const { from, to, rule } of summary.violations) {
  process.stderr.write(`${rule.name}: ${from} → ${to}\n`);
}
const sawEverything = summary.totalCruised >= files && summary.totalDependenciesCruised > files;
if (!sawEverything) {
  process.stderr.write(`only ${summary.totalCruised} of ${files} files were read\n`);
}
const problems = [...portProblems(), ...httpProblems(), ...dashboardProblems()];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (!sawEverything || summary.violations.length > 0 || problems.length > 0) process.exit(1);
process.stdout.write(`imports of ${files} files point the right way\n`);

function portProblems(): string[] {
  const ports = names.filter((name) => name.endsWith('-write-port.ts'));
  const withCode = ports.filter((name) => !holdsOnlyTypes(readFileSync(`src/${name}`, 'utf8')));
  const listed = flowLines(writeFlows);
  const documented = flowLines(documentedFlows(readFileSync('ARCHITECTURE.md', 'utf8')));
  const isSame = listed.join() === documented.join();
  return [
    ...withCode.map((name) => `src/${name} is a write port and may contain types only`),
    ...(isSame
      ? []
      : [`flows in scripts/area-rules.ts: ${listed}; in ARCHITECTURE.md: ${documented}`]),
  ];
}

function httpProblems(): string[] {
  const product = names.filter((name) => name.endsWith('.ts') && !/test|fixture/.test(name));
  const importing = product.filter((name) =>
    /^import (?!type )[^;]*'node:http';$/m.test(readFileSync(`src/${name}`, 'utf8')),
  );
  return importing.map(
    (name) => `src/${name} imports node:http; kernel/node-http.ts has its parts`,
  );
}

/** dependency-cruiser does not read JSX. The dashboard knows the API only: no import of a product file leaves its folder. */
function dashboardProblems(): string[] {
  const root = resolve('dashboard/src');
  const product = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.ts$/.test(name),
  );
  return product.flatMap((name) => {
    const path = resolve(root, name);
    const imports = readFileSync(path, 'utf8').matchAll(/(?:from |import\(|import )'(\.[^']*)'/g);
    return [...imports].flatMap(([, target = '']) => {
      const found = resolve(dirname(path), target);
      const isInside = found.startsWith(`${root}/`) && !found.endsWith('.test.ts');
      return isInside ? [] : [`dashboard/src/${name} imports ${target}; it may know the API only`];
    });
  });
}

function cruise(): Cruise {
  const command = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
  const args = [command, 'src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const text = execFileSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 ** 2,
  });
  return JSON.parse(text) as Cruise;
}
