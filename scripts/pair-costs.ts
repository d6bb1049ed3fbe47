/**
 * Computes how rare each pair of characters is in names and words of published software, and writes the table of the
 * sensitive data scanner: `node scripts/pair-costs.ts FOLDER...`. The same files give the same table.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import {
  PAIR_SYMBOLS,
  pairSymbols,
} from '../src/detectors/sensitive-data/validators/pair-symbols.ts';
import { filesNamed } from '../src/tools/files-named.ts';

/** Longer ones are data, not names. */
const NAME = /[A-Za-z0-9_.$-]{3,32}/g;
/** Costs are written in steps of half a bit, as one digit of base 36. */
const STEPS_PER_BIT = 2;

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error('usage: node scripts/pair-costs.ts FOLDER...');

/** Each name counts once, however often it occurs. */
const names = new Set<string>();
for (const folder of folders) {
  for await (const file of filesNamed(folder, () => undefined)) {
    for (const [name] of readFileSync(file, 'latin1').matchAll(NAME)) names.add(name);
  }
}
const counts = Array.from({ length: PAIR_SYMBOLS }, () => new Array<number>(PAIR_SYMBOLS).fill(1));
for (const name of [...names].filter((it) => !/[0-9].*[0-9].*[0-9]/.test(it))) {
  const symbols = pairSymbols(name);
  for (let at = 1; at < symbols.length; at += 1) {
    const row = counts[symbols[at - 1] ?? 0];
    if (row) row[symbols[at] ?? 0] = (row[symbols[at] ?? 0] ?? 0) + 1;
  }
}
const rows = counts.map((row) => {
  const total = row.reduce((sum, count) => sum + count, 0);
  return row
    .map((count) => Math.min(35, Math.round(STEPS_PER_BIT * Math.log2(total / count))).toString(36))
    .join('');
});
writeFileSync(
  'src/detectors/sensitive-data/validators/pair-costs.ts',
  `/**
 * How rare the second of two symbols is after the first, in half bits as digits of base 36. Written by
 * \`scripts/pair-costs.ts\` from the names in published software.
 */
export const pairCosts: readonly string[] = [
${rows.map((row) => `  '${row}',`).join('\n')}
];
`,
);
