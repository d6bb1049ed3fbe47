/**
 * Counts findings in files that contain no secrets, such as published builds:
 * `node scripts/secret-alarms.ts FOLDER... [--all]`. Without `--all` only rules that are on by default count.
 */
import { sensitiveDataRules } from '../src/catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import { scanFiles } from '../src/tools/scan/scan-files.ts';

const paths = process.argv.slice(2).filter((it) => !it.startsWith('--'));
const isAll = process.argv.includes('--all');
if (paths.length === 0) throw new Error('usage: node scripts/secret-alarms.ts FOLDER... [--all]');

const rules = sensitiveDataRules.filter(({ defaultEnabled }) => isAll || defaultEnabled);
const alarms = new Map<string, string[]>();
const totals = await scanFiles({
  paths,
  rules: rules.map(({ ref }) => ref),
  onFinding: ({ rule, file, line, column, excerpt }) => {
    const places = alarms.get(rule) ?? [];
    alarms.set(rule, [...places, `${file}:${line}:${column} ${excerpt}`]);
  },
  onProblem: (file, problem) => process.stderr.write(`${file}: ${problem}\n`),
});
for (const [rule, places] of [...alarms].sort((a, b) => b[1].length - a[1].length)) {
  process.stdout.write(`${rule} ${places.length}\n`);
  for (const place of places.slice(0, 5)) process.stdout.write(`  ${place}\n`);
}
const megabytes = totals.bytes / 1e6;
process.stdout.write(
  `${totals.files} files, ${megabytes.toFixed(1)} MB, ${totals.findings} alarms, ${(totals.findings / megabytes).toFixed(3)} per MB\n`,
);
