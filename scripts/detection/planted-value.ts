/** Generates sensitive values for documents, and look-alikes. */

import { ibanLengths } from '../../src/catalogs/managed-rulesets/sensitive-data/iban-lengths.ts';
import type { SensitiveDataRule } from '../../src/catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import { type PatternPath, pathsOf } from '../../src/detectors/multi-pattern/pattern-paths.ts';
import { parsePattern } from '../../src/detectors/multi-pattern/pattern-tree.ts';
import { type SymbolSet, symbolsIn } from '../../src/detectors/multi-pattern/symbol-set.ts';
import type { Scanner } from '../../src/detectors/sensitive-data/scanner.ts';
import type { Random } from './random.ts';

export interface PlantedValue {
  readonly ref: string;
  /** The value with the context that its rule needs. */
  readonly text: string;
  readonly value: string;
}

/** Random values that are tried before a sample of the catalog is used. */
const TRIES = 300;

/** A value that the rule must find; generated if possible. */
export function plantedValue(
  rule: SensitiveDataRule,
  random: Random,
  scanner: Scanner,
): PlantedValue {
  const independent = makers[rule.ref];
  if (independent !== undefined && random.below(2) === 0) {
    const value = independent(random);
    return { ref: rule.ref, text: value, value };
  }
  if (rule.minimumCount === 1) {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const text = fitting(rule, random);
      const found = scanner.scan(` ${text} `).find((it) => it.rule === rule);
      const finding = found?.findings[0];
      if (finding === undefined) continue;
      const value = ` ${text} `.slice(finding.offset, finding.offset + finding.length);
      return { ref: rule.ref, text, value };
    }
  }
  const { text, values } = random.pick(rule.samples.matching);
  return { ref: rule.ref, text, value: values[0] ?? '' };
}

/** A value with a changed digit that no rule accepts; undefined if there is none. */
export function lookAlike(
  rule: SensitiveDataRule,
  random: Random,
  scanner: Scanner,
): string | undefined {
  if (rule.validator === undefined) return undefined;
  const { text, value } = plantedValue(rule, random, scanner);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const at = random.below(value.length);
    if (!/[0-9]/.test(value[at] ?? '')) continue;
    const changed = value.slice(0, at) + random.digits(1) + value.slice(at + 1);
    const whole = text.replace(value, changed);
    if (scanner.scan(` ${whole} `).length === 0) return whole;
  }
  return undefined;
}

/** Text that matches a random pattern of the rule, after a word of its context. */
function fitting(rule: SensitiveDataRule, random: Random): string {
  const value = random
    .pick(pathsFor(random.pick(rule.patterns), rule.ignoreCase))
    .map(({ set, min, max }) =>
      random.text(alphabetOf(set), min + random.below(Math.min(max - min, 40) + 1)),
    )
    .join('');
  if (rule.context === undefined) return value;
  return `${random.pick(rule.context.words)}${random.pick([' ', ': ', '=', '": "'])}${value}`;
}

const knownPaths = new Map<string, readonly PatternPath[]>();

function pathsFor(pattern: string, ignoreCase: boolean): readonly PatternPath[] {
  const paths = knownPaths.get(pattern) ?? pathsOf(parsePattern(pattern, ignoreCase));
  knownPaths.set(pattern, paths);
  return paths;
}

/** Prefers visible characters. */
function alphabetOf(set: SymbolSet): string {
  const visible = symbolsIn(set).filter((symbol) => symbol > 0x20 && symbol < 0x7f);
  return String.fromCharCode(...(visible.length > 0 ? visible : symbolsIn(set)));
}

/** Generators that share no code with the validators that they test. */
const makers: Readonly<Record<string, (random: Random) => string>> = {
  'payment-card-number': (random) => {
    const prefix = random.pick(['4', '51', '55', '2221', '37', '6011', '36']);
    const length = prefix === '37' ? 15 : prefix === '36' ? 14 : 16;
    const body = prefix + random.digits(length - prefix.length - 1);
    const sum = Array.from(body)
      .reverse()
      .map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
      .reduce((total, it) => total + (it > 9 ? it - 9 : it), 0);
    const card = `${body}${(10 - (sum % 10)) % 10}`;
    return length === 16 && random.below(2) === 0 ? card.replace(/(.{4})(?=.)/g, '$1 ') : card;
  },
  iban: (random) => {
    const country = random.pick(['DE', 'FR', 'ES', 'NL', 'PL', 'AT', 'CH', 'BE']);
    const rest = random.digits((ibanLengths[country] ?? 20) - 4);
    const digits = Array.from(`${rest}${country}00`, (it) => Number.parseInt(it, 36)).join('');
    const check = String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
    const iban = `${country}${check}${rest}`;
    return random.below(2) === 0 ? iban.replace(/(.{4})(?=.)/g, '$1 ') : iban;
  },
  'us-social-security-number': (random) =>
    `${100 + random.below(500)}-${10 + random.below(89)}-${1000 + random.below(8999)}`,
};
