import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import { readCode } from '../javascript/code-reading.ts';
import { CODE, effects, STRONG } from '../javascript/javascript-effects.ts';
import { reportEffects } from '../javascript/report-effects.ts';
import type { Attribute } from './html-attributes.ts';
import { type MarkupReport, weaker } from './markup-report.ts';

/** Any name of this form is an event of some element in some browser. */
const HANDLER = /^(?:[a-z]+:)?on[a-z]{3,30}$/;

export const isHandler = ({ name }: Attribute): boolean => HANDLER.test(name);

/**
 * How much an event handler does. Pages have handlers of their own, which call functions of theirs; what they do not have
 * is code that shows dialogs, runs text or sends cookies.
 */
export function judgeHandler(
  attribute: Attribute,
  ceiling: Strength,
  report: MarkupReport['report'],
): Strength {
  const { value, start, end, isDisguised, isQuoted } = attribute;
  const reading = readCode(value);
  const strength = weaker(strengthOf(reading.effects, isDisguised, value, isQuoted), ceiling);
  report('html-event-handler', strength, start, end);
  const isStrong = strength !== 'weak' && (reading.effects & STRONG) !== 0;
  reportEffects(reading.effects, { start, end }, () => (isStrong ? strength : 'weak'), report);
  return strength;
}

function strengthOf(
  found: number,
  isDisguised: boolean,
  value: string,
  isQuoted: boolean,
): Strength {
  // JSX: onClick={() => save()}
  if (!isQuoted && value.startsWith('{')) return 'weak';
  if ((found & STRONG) !== 0) return 'clear';
  return (found & (CODE | effects.asks | effects.print)) !== 0 || isDisguised ? 'likely' : 'weak';
}
