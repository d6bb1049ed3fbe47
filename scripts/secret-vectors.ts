/**
 * Measures the rules for secrets on test vectors of other scanners:
 * `node scripts/secret-vectors.ts VECTORS.jsonl.gz [--misses]`. Each line is an object with `kind` (`tp`: must be found,
 * `fp`: must not), `rule` (the other scanner's name), `value` and `path`. Vectors that need their path are counted apart.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { measureVectors, type SecretVector, vectorReport } from './detection/secret-vectors.ts';

const [file, ...flags] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: node scripts/secret-vectors.ts VECTORS.jsonl.gz');
const content = readFileSync(file);
const text = (file.endsWith('.gz') ? gunzipSync(content) : content).toString();
const vectors = text
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as SecretVector);
const measured = measureVectors(vectors);
process.stdout.write(vectorReport(measured));
if (flags.includes('--misses')) {
  for (const { rule, kind, value } of measured.wrong) {
    process.stdout.write(`${kind} ${rule} ${JSON.stringify(value.slice(0, 300))}\n`);
  }
}
