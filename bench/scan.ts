/** The scanner for sensitive data compared with a loop over its rules, and on adversarial text. */

import { documentKinds } from '../scripts/detection/documents.ts';
import { Random } from '../scripts/detection/random.ts';
import type { SensitiveDataRule } from '../src/catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import { sensitiveDataRules } from '../src/catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import { matchRule } from '../src/detectors/sensitive-data/match-rule.ts';
import { createScanner, type Scanner } from '../src/detectors/sensitive-data/scanner.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';

const MEGABYTE = 1_000_000;
const FLOOR = 80;

/** Text as it is decoded from a socket: a flat string. */
const received = (text: string): string => new TextDecoder().decode(Buffer.from(text));

function mixedText(bytes: number): string {
  const random = new Random(bytes);
  let text = '';
  while (text.length < bytes) {
    text += documentKinds[random.below(2) === 0 ? 'JSON API' : 'HTML page'](random).join('\n');
  }
  return received(text.slice(0, bytes));
}

/** Megabytes per second of processor time, which other load affects little; median of some rounds. */
function rate(run: (text: string) => unknown, text: string, rounds: number, times = 1): number {
  const rates = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage();
    for (let time = 0; time < times; time += 1) run(text);
    const { user, system } = process.cpuUsage(start);
    return (times * text.length) / MEGABYTE / ((user + system) / 1e6);
  });
  return median(rates);
}

const naive = (text: string): number =>
  sensitiveDataRules.reduce((sum, rule) => sum + matchRule(rule, text).length, 0);

function throughput(scanner: Scanner): readonly Figure[] {
  const text = mixedText(MEGABYTE);
  rate((it) => scanner.scan(it), text, 10);
  const ours = rate((it) => scanner.scan(it), text, 25);
  const theirs = rate(naive, text, 3);
  const sizes = [4_000, 32_000, 250_000].map((bytes) => ({
    what: `all rules, ${bytes / 1000} KB of JSON and HTML`,
    value: rate((it) => scanner.scan(it), mixedText(bytes), 15, Math.ceil(MEGABYTE / bytes)),
    unit: 'MB/s',
  }));
  return [
    ...sizes,
    { what: 'all rules, 1 MB of JSON and HTML', value: ours, unit: 'MB/s', floor: FLOOR },
    { what: 'the same, one rule after another', value: theirs, unit: 'MB/s' },
    { what: 'scanner ÷ one rule after another', value: ours / theirs, unit: '×', floor: 5 },
  ];
}

/** Repeated prefixes of matches, and long runs of characters that character classes match. */
function hostilePieces(rule: SensitiveDataRule): string[] {
  const sample = rule.samples.matching[0]?.text ?? '';
  const keyword = rule.keywords[0] ?? '';
  return [sample.slice(0, Math.ceil(sample.length * 0.6)), sample.slice(0, -1), `${keyword}a`];
}

function slowest(scanner: Scanner): readonly Figure[] {
  const pieces = [
    ...['a', '1', '4 ', 'A9', 'a.', '1-', 'ey', 'a@', `${'a'.repeat(64)}@${'a'.repeat(190)}`],
    ...sensitiveDataRules.flatMap(hostilePieces),
  ];
  const filled = (piece: string, length: number): string =>
    received(piece.repeat(Math.ceil(length / piece.length)).slice(0, length));
  const run = (text: string): unknown => scanner.scan(text);
  const rates = pieces.map((piece) => ({ piece, value: rate(run, filled(piece, 50_000), 2) }));
  const worst = rates.reduce((least, it) => (it.value < least.value ? it : least));
  const short = rate(run, filled(worst.piece, 100_000), 3);
  const long = rate(run, filled(worst.piece, 400_000), 3);
  const name = JSON.stringify(worst.piece.slice(0, 8));
  return [
    { what: `slowest of ${pieces.length} hostile texts (${name}…)`, value: long, unit: 'MB/s' },
    { what: 'rate at 400 KB ÷ at 100 KB (linear: 1)', value: long / short, unit: '×', floor: 0.5 },
  ];
}

export const scan: Benchmark = {
  name: 'scan',
  what: 'sensitive data in responses, all rules on',
  async run() {
    const start = performance.now();
    const scanner = createScanner(sensitiveDataRules);
    const ready = { what: 'scanner made', value: performance.now() - start, unit: 'ms' };
    return [ready, ...throughput(scanner), ...slowest(scanner)];
  },
};
