import type { ReadContext } from '../../attack-reader.ts';
import { isFreeText } from '../free-text.ts';
import type { SqlContext } from './contexts.ts';
import { facts, operands, telling } from './facts.ts';
import { type Fragment, FragmentParser, type Left } from './fragment-parser.ts';
import { SqlLexer } from './lexer.ts';
import { type Situation, situationOf } from './situation.ts';
import { type Verdict, verdictsOn } from './verdicts.ts';

interface SqlFinding {
  readonly situation: Situation;
  readonly verdicts: readonly Verdict[];
}

/** Of one context. More say nothing new. */
const MAX_FINDINGS = 50;

const MAX_NAME = 60;

/** Longer bodies of no known type are documents. */
const SHORT_BODY = 200;
/** Shorter ones of several lines are no texts of people. */
const SHORT_LINES = 60;

/** Divides a text into fragments and judges each. */
export function readContext(
  text: string,
  { start, quote }: SqlContext,
  context: ReadContext,
): void {
  const parser = new FragmentParser(new SqlLexer(text, start), quote);
  const findings: SqlFinding[] = [];
  let left: Left = quote === '' ? 'start' : 'quote';
  let covered = 0;
  for (let isFirst = true; parser.lexer.kind !== 'end'; isFirst = false) {
    const before = parser.lexer.start;
    const fragment = parser.next(left);
    if (isTelling(fragment)) {
      const situation = situationOf(fragment, text, { quote, quoteEnd: start, isFirst });
      const verdicts = verdictsOn(situation);
      const isNew = verdicts.length > 0 && findings.length < MAX_FINDINGS;
      if (isNew) findings.push({ situation, verdicts });
      covered += verdicts.length > 0 ? fragment.end - fragment.start : 0;
    }
    if (fragment.ending === 'cut') break;
    left = leftOfNext(fragment, quote);
    if (left === 'word' && isUnrelated(fragment)) break;
    const isStuck = parser.lexer.start === before && fragment.left !== 'quote';
    if (fragment.ending === 'semicolon' || isStuck) parser.skip();
  }
  report(findings, covered > text.length / 2, text, context);
}

/** What does not go on after the quote is no statement in this context. */
const isUnrelated = (fragment: Fragment): boolean =>
  (fragment.left === 'quote' || fragment.left === 'after-quote') && !isTelling(fragment);

function isTelling({ facts: found, statement, ending, left }: Fragment): boolean {
  if ((found & telling) !== 0 || statement !== 'none' || ending === 'cut') return true;
  return left === 'quote' && ((found & facts.operator) !== 0 || ending === 'semicolon');
}

function leftOfNext(
  { ending, first, left, statement, facts: found }: Fragment,
  quote: string,
): Left {
  if (ending === 'semicolon') return 'semicolon';
  // A condition can stand before a statement: if (1=1) …
  const isCondition = left === 'semicolon' && (first & operands.call) !== 0;
  if (statement !== 'none' || isCondition) return 'statement';
  if (left === 'quote') {
    // Code in backticks has a quote on each side as well.
    return quote !== '`' && (found & ~(facts.broken | facts.term)) === 0 ? 'after-quote' : 'word';
  }
  return (first & operands.literal) !== 0 && (first & operands.numeric) !== 0 ? 'number' : 'word';
}

/** In free text and code, SQL must be most of the text or leave its context. */
function report(
  findings: readonly SqlFinding[],
  isMostlySql: boolean,
  text: string,
  context: ReadContext,
): void {
  if (findings.length === 0) return;
  const { role, value } = context;
  const isDocument =
    value.place === 'body' &&
    (text.length > SHORT_BODY || (text.length > SHORT_LINES && text.includes('\n')));
  const isText = isDocument || isFreeText(context);
  for (const { situation, verdicts } of findings) {
    const { start, end } = situation;
    const isExempt = (role === 'prose' && isMostlySql) || (!isDocument && breaksOut(situation));
    // Telemetry and dashboards send statements of their own in JSON.
    const isQuestion =
      (role === 'search' || (takesStatements(value) && !reveals(situation))) &&
      (isMereStatement(situation, verdicts) ||
        (role === 'search' && isQuestioned(situation, verdicts)));
    for (const { sign, strength } of verdicts) {
      context.report(sign, (isText && !isExempt) || isQuestion ? 'weak' : strength, start, end);
    }
  }
}

/** People look for statements in search engines; a statement that does nothing more is such a search. */
const isMereStatement = ({ left }: Situation, verdicts: readonly Verdict[]): boolean =>
  left === 'start' &&
  verdicts.every(({ sign }) => ['sql-query', 'sql-statement', 'sql-comment'].includes(sign));

/** Words of SQL in a row without an end, or a choice of numbers. */
const isQuestioned = ({ left, facts: found }: Situation, verdicts: readonly Verdict[]): boolean =>
  left === 'start' &&
  verdicts.every(
    ({ sign, strength }) =>
      strength !== 'clear' && (sign === 'sql-condition' || (found & facts.broken) !== 0),
  );

/** Names of what applications look up by a statement of their own. */
const KEY =
  /(?:^|[._-]|(?<=[a-z])(?=[A-Z]))(?:id|user|user_?name|login|e?mail|name|category|sort|order|page)$/i;

const takesStatements = ({ place, name }: ReadContext['value']): boolean =>
  place === 'json' && !KEY.test(name.slice(-MAX_NAME));

const reveals = ({ facts: found }: Situation): boolean =>
  (found & (facts.credentials | facts.schema)) !== 0;

const breaksOut = ({ isFirst, isRejoined, isWhole, first }: Situation): boolean =>
  isFirst && (isRejoined || (isWhole && (first & operands.numeric) !== 0));
