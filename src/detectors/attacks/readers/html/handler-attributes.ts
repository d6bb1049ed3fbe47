import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import { readCode } from '../javascript/code-reading.ts';
import { CODE, effects, STRONG } from '../javascript/javascript-effects.ts';
import { reportEffects } from '../javascript/report-effects.ts';
import type { Attribute } from './html-attributes.ts';
import { type MarkupReport, weaker } from './markup-report.ts';

/** Any name of this form is an event of some element in some browser. */
const HANDLER = /^(?:[a-z]+:)?on[a-z]{3,30}$/;

export const isHandler = ({ name }: Attribute): boolean => HANDLER.test(name);

/** Attributes that Vue, AngularJS and Alpine read as expressions. */
const DIRECTIVE = /^(?:v-|ng-|data-ng-|x-|:|@)[a-z:.@-]{2,40}$/;

export const isDirective = ({ name }: Attribute): boolean => DIRECTIVE.test(name);

/** Reports an expression of a client-side template that does more than templates do. */
export function judgeDirective(
  { value, start, end }: Attribute,
  ceiling: Strength,
  { report }: MarkupReport,
): void {
  const found = readCode(value).effects;
  if ((found & (effects.chain | effects.evaluate | effects.dialog)) === 0) return;
  report('html-event-handler', weaker('clear', ceiling), start, end);
  reportEffects(found, { start, end }, () => weaker('clear', ceiling), report);
}

/**
 * How much an event handler does. Pages have handlers of their own, which call functions of theirs; what they do not have
 * is code that shows dialogs, runs text or sends cookies.
 */
export function judgeHandler(
  attribute: Attribute,
  ceiling: Strength,
  { report, isPlain }: MarkupReport,
): void {
  const { start, end } = attribute;
  const reading = readCode(attribute.value);
  const strength = weaker(strengthOf(reading.effects, attribute, isPlain), ceiling);
  report('html-event-handler', strength, start, end);
  const isStrong = strength !== 'weak' && (reading.effects & STRONG) !== 0;
  reportEffects(reading.effects, { start, end }, () => (isStrong ? strength : 'weak'), report);
}

/** Whether the code of a handler is of a kind that pages do not have. */
export const isHostile = ({ value }: Attribute): boolean =>
  (readCode(value).effects & STRONG) !== 0;

function strengthOf(found: number, { value, ...written }: Attribute, isPlain: boolean): Strength {
  // JSX: onClick={() => save()}
  if (!written.isQuoted && value.startsWith('{')) return 'weak';
  if ((found & STRONG) !== 0) return 'clear';
  if (written.isDisguised || (found & (effects.navigate | effects.markup)) !== 0) return 'likely';
  // In posts and rich texts, handlers are pasted with what they belong to.
  const isCode = (found & (CODE | effects.asks | effects.print)) !== 0;
  return isCode && (isPlain || !written.isQuoted) ? 'likely' : 'weak';
}
