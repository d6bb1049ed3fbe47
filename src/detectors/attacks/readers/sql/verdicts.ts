import type { sqlSigns } from '../../../../catalogs/attacks/signs/sql.ts';
import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import { facts, operands } from './facts.ts';
import type { Situation } from './situation.ts';

type Sign = keyof typeof sqlSigns;

export interface Verdict {
  readonly sign: Sign;
  readonly strength: Strength;
}

type Judge = (situation: Situation) => Strength | undefined;

const { constant, numeric } = operands;
const reading = facts.server | facts.schema | facts.extraction | facts.conditional;
const effects = facts.delay | facts.error | facts.file;

const has = ({ facts: found }: Situation, mask: number): boolean => (found & mask) !== 0;
const isRejoined = ({ isRejoined: isClosed, ending }: Situation): boolean =>
  isClosed || ending === 'cut' || ending === 'semicolon';
const isComplete = (situation: Situation): boolean =>
  situation.ending !== 'junk' && !has(situation, facts.broken);
const startsWithNumber = ({ first }: Situation): boolean => (first & numeric) !== 0;
const isAnchored = (situation: Situation): boolean =>
  situation.left === 'quote' ||
  situation.left === 'semicolon' ||
  situation.left === 'statement' ||
  startsWithNumber(situation) ||
  has(situation, facts.closed);
/** Whether it is combined with something else of the statement. */
const isJoined = (situation: Situation): boolean =>
  has(situation, facts.joined | facts.operator | facts.subquery | facts.union | facts.richQuery) ||
  situation.left === 'quote' ||
  has(situation, facts.closed);

const union: Judge = (situation) => {
  if (has(situation, facts.unionAlone)) {
    return has(situation, facts.comment) && isAnchored(situation) ? 'likely' : undefined;
  }
  if (!has(situation, facts.union)) return undefined;
  const isHidden = has(situation, facts.executedComment | facts.comment);
  const isQuery = isHidden || has(situation, facts.richQuery | facts.subquery);
  if (isAnchored(situation)) {
    return isQuery || has(situation, facts.from) || situation.left === 'quote' ? 'clear' : 'likely';
  }
  if (isQuery) return isComplete(situation) || has(situation, facts.from) ? 'clear' : 'likely';
  if (!has(situation, facts.from)) return undefined;
  // Unions of workers select their members, too.
  if (has(situation, facts.schema) || situation.ending === 'cut') return 'clear';
  return has(situation, facts.credentials) && isComplete(situation) ? 'likely' : 'weak';
};

const subquery: Judge = (situation) => {
  if (!has(situation, facts.subquery)) return undefined;
  const isQuery = has(situation, facts.richQuery | facts.schema | facts.credentials);
  if (!isQuery) return has(situation, facts.from) || isAnchored(situation) ? 'likely' : undefined;
  const isUsed = has(situation, facts.from | facts.operator | reading | effects | facts.union);
  return isUsed || situation.ending === 'cut' || isAnchored(situation) ? 'clear' : 'likely';
};

/** Queries that begin a fragment. */
const query: Judge = (situation) => {
  if ((situation.first & operands.query) === 0 || has(situation, facts.union | facts.subquery))
    return undefined;
  if (!has(situation, facts.richQuery | facts.plainQuery)) return undefined;
  const isRich = has(situation, facts.richQuery);
  const isTelling = has(situation, facts.credentials | facts.schema);
  if (situation.left === 'word') return isRich && has(situation, facts.from) ? 'weak' : undefined;
  const isQuoted = situation.isQuotation || situation.ending === 'junk';
  if (situation.left === 'after-quote' && isQuoted) return 'likely';
  if (situation.left !== 'start') return isRich || isTelling ? 'clear' : 'likely';
  if (!isRich) return isTelling ? 'likely' : 'weak';
  if (has(situation, facts.from)) return situation.isWhole ? 'clear' : 'likely';
  if (situation.isWhole && has(situation, facts.computed)) return 'likely';
  return has(situation, reading | effects | facts.assembled) ? 'likely' : 'weak';
};

const statement: Judge = (situation) => {
  const { statement: length, left, isWhole } = situation;
  if (length === 'none') return undefined;
  const isShort = length === 'short';
  if (left === 'word') return length === 'long' ? 'likely' : undefined;
  if (left === 'start' && length !== 'long' && !isWhole) return 'weak';
  return isShort && (left === 'start' || left === 'semicolon') ? 'likely' : 'clear';
};

const tautology: Judge = (situation) => {
  if (!has(situation, facts.tautology)) return undefined;
  const isOutside =
    situation.left === 'quote' || has(situation, facts.constantOperand | facts.closed);
  if (!isComplete(situation)) return isOutside ? 'likely' : 'weak';
  // Comparisons alone are mathematics.
  const isCondition = isOutside || situation.ending === 'cut' || has(situation, facts.named);
  return isCondition ? 'clear' : 'likely';
};

/** `3 or 1` as a whole value. */
const isAlwaysTrue = (situation: Situation): boolean =>
  situation.left === 'start' &&
  situation.isFirst &&
  situation.ending === 'end' &&
  startsWithNumber(situation) &&
  has(situation, facts.constantOperand) &&
  !has(situation, facts.named);

const condition: Judge = (situation) => {
  const { left } = situation;
  if (!has(situation, facts.joined) || has(situation, facts.tautology)) return undefined;
  const isTested = has(situation, facts.comparison);
  if (left === 'quote') {
    if (!isTested && !has(situation, facts.truth | reading | effects)) return undefined;
    return isRejoined(situation)
      ? 'clear'
      : isTested && isComplete(situation)
        ? 'likely'
        : undefined;
  }
  const isOutside = has(situation, facts.constantOperand) || has(situation, facts.closed);
  if (isTested && isOutside && isComplete(situation)) {
    return situation.ending === 'cut' || has(situation, reading | effects) ? 'clear' : 'likely';
  }
  if (isTested && has(situation, facts.nestedExtraction | facts.server | facts.schema))
    return 'likely';
  if (has(situation, facts.constantOperand) && has(situation, facts.extraction)) return 'likely';
  if (!has(situation, facts.truth) || has(situation, facts.broken)) return undefined;
  return situation.ending === 'cut' || isAlwaysTrue(situation) ? 'likely' : undefined;
};

/** An operator that joins the string that is left to something. */
const breakOut: Judge = (situation) => {
  if (situation.left !== 'quote' || !has(situation, facts.operator)) return undefined;
  if (!situation.isRejoined || has(situation, facts.broken)) return undefined;
  // Addresses in double quotes have fragments.
  const isFragment = situation.quote === '"' && !situation.isCommentEmpty;
  if (situation.ending === 'cut' && isFragment) return undefined;
  // Calculations with names stand in quotes in code and paths as well: '/home/', '+name+'.
  const isCode = has(situation, facts.named) && !has(situation, facts.joined | facts.comparison);
  if (isCode) return undefined;
  return has(situation, facts.term) || situation.isTight ? 'likely' : undefined;
};

const clause: Judge = (situation) => {
  if (!has(situation, facts.clause) || !isComplete(situation)) return undefined;
  if (has(situation, facts.constantClause)) {
    if (!isAnchored(situation)) return situation.ending === 'cut' ? 'likely' : undefined;
    return situation.ending === 'dangling' ? 'likely' : 'clear';
  }
  return isAnchored(situation) && isRejoined(situation) ? 'likely' : undefined;
};

const effect =
  (fact: number): Judge =>
  (situation) => {
    if (!has(situation, fact)) return undefined;
    if (isJoined(situation) || situation.statement !== 'none') return 'clear';
    return situation.isFirst && isComplete(situation) ? 'likely' : undefined;
  };

const file: Judge = (situation) =>
  has(situation, facts.file) && isAnchored(situation) ? 'clear' : effect(facts.file)(situation);

const blind: Judge = (situation) => {
  if (has(situation, facts.conditional)) {
    if (has(situation, facts.subquery | facts.joined)) return 'clear';
    if (situation.isFirst && isComplete(situation)) return 'likely';
  }
  const isUsed = has(situation, facts.subquery | facts.union);
  const isTested =
    isAnchored(situation) && has(situation, facts.joined) && has(situation, facts.comparison);
  if (has(situation, facts.extraction) && (isUsed || isTested)) return 'clear';
  return has(situation, facts.nestedExtraction) ? 'likely' : undefined;
};

const schema: Judge = (situation) => {
  if (has(situation, facts.schema)) {
    if (has(situation, facts.subquery | facts.union | facts.joined)) return 'clear';
    if (has(situation, facts.richQuery)) return situation.left === 'word' ? 'weak' : 'clear';
  }
  if (!has(situation, facts.server)) return undefined;
  const isUsed = has(
    situation,
    facts.constantOperand | facts.subquery | facts.union | facts.closed,
  );
  if (isUsed || (situation.left === 'quote' && isComplete(situation))) return 'likely';
  if (!situation.isFirst || !isComplete(situation) || has(situation, facts.operator))
    return undefined;
  const isVariable = (situation.first & constant) !== 0;
  return isVariable || situation.ending === 'cut' ? 'likely' : undefined;
};

const assembly: Judge = (situation) =>
  has(situation, facts.assembled) && has(situation, facts.operator) && isComplete(situation)
    ? 'likely'
    : undefined;

/** A comment as the only thing that follows the string or number. */
const comment: Judge = (situation) => {
  const { ending, left, first, isFirst } = situation;
  if (ending !== 'cut' || !isFirst || has(situation, facts.broken)) return undefined;
  if (left === 'quote') {
    if ((situation.facts & ~facts.closed) !== 0 || !situation.isAfterWord) return undefined;
    return situation.isCommentEmpty ? 'clear' : 'likely';
  }
  if ((first & constant) === 0) return undefined;
  const isOpen = situation.isCommentEmpty && situation.isBlockComment;
  const isCalculated = has(situation, facts.operator) && !has(situation, facts.named);
  return isOpen || isCalculated || (startsWithNumber(situation) && has(situation, facts.closed))
    ? 'likely'
    : undefined;
};

const primary: readonly (readonly [Sign, Judge])[] = [
  ['sql-union', union],
  ['sql-subquery', subquery],
  ['sql-query', query],
  ['sql-statement', statement],
  ['sql-tautology', tautology],
  ['sql-condition', condition],
  ['sql-break-out', breakOut],
  ['sql-clause', clause],
  ['sql-delay', effect(facts.delay)],
  ['sql-error', effect(facts.error)],
  ['sql-file', file],
  ['sql-blind', blind],
  ['sql-schema', schema],
  ['sql-obfuscation', assembly],
  ['sql-comment', comment],
];

/** Signs that accompany others: what they add, and whether they are there. */
const secondary: readonly (readonly [Sign, (situation: Situation) => boolean])[] = [
  ['sql-break-out', (situation) => situation.left === 'quote' || has(situation, facts.closed)],
  ['sql-comment', (situation) => situation.ending === 'cut'],
  [
    'sql-obfuscation',
    (situation) => has(situation, facts.comment | facts.executedComment | facts.assembled),
  ],
];

/** The signs in a fragment. Signs that mean nothing alone have the strength of the strongest other one. */
export function verdictsOn(situation: Situation): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  for (const [sign, judge] of primary) {
    const strength = judge(situation);
    if (strength !== undefined) verdicts.push({ sign, strength });
  }
  if (verdicts.length === 0) return verdicts;
  const strength = strongest(verdicts);
  for (const [sign, isPresent] of secondary) {
    if (isPresent(situation)) verdicts.push({ sign, strength });
  }
  return verdicts;
}

function strongest(verdicts: readonly Verdict[]): Strength {
  if (verdicts.some(({ strength }) => strength === 'clear')) return 'clear';
  return verdicts.some(({ strength }) => strength === 'likely') ? 'likely' : 'weak';
}
