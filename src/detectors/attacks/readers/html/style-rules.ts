import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import { activeStyle } from './active-style.ts';
import { type MarkupReport, weaker } from './markup-report.ts';

/** Reports CSS that runs code, in a style attribute or element. */
export function judgeStyle(
  css: string,
  { start, end }: { readonly start: number; readonly end: number },
  ceiling: Strength,
  { report, expectsMarkup, isPlain }: MarkupReport,
): void {
  const strength = activeStyle(css, isPlain && !expectsMarkup);
  if (strength === undefined || (strength === 'weak' && expectsMarkup)) return;
  report('html-active-style', weaker(strength, ceiling), start, end);
}
