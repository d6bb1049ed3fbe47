import type { ReadContext } from '../../attack-reader.ts';
import { isFreeText } from '../free-text.ts';
import { componentAt } from './filter-component.ts';

/** Longer texts are no part of a filter; only their beginning is read. */
const MAX_TEXT = 2000;

/**
 * A value closes the filter component that it stands in, `(uid=VALUE)`, if a parenthesis closes that it has not opened.
 * What follows decides: another component, or the end of the text for servers that stop at a null byte.
 */
export function readFilter(full: string, context: ReadContext): void {
  const text = full.slice(0, MAX_TEXT);
  const { report } = context;
  const closed = firstUnopened(text);
  if (closed === -1) {
    readWholeFilter(text, context);
    return;
  }
  const next = skip(text, closed, ' )\t\n');
  if (text.charAt(next) === '\0') {
    report('ldap-cut', isFreeText(context) ? 'weak' : 'clear', closed, next + 1);
    return;
  }
  const component = componentAt(text, next);
  if (component === undefined) return;
  // Sentences have blanks between parentheses.
  if (!component.isTypical && /\s/.test(text.slice(closed, next))) return;
  const strength = component.isTypical ? 'clear' : 'likely';
  report('ldap-break-out', isFreeText(context) ? 'weak' : strength, closed, component.end);
  if (component.isAlwaysTrue)
    report('ldap-always-true', isFreeText(context) ? 'weak' : strength, next, component.end);
}

/** A filter of its own; consoles of directories take them as well. */
function readWholeFilter(text: string, context: ReadContext): void {
  const start = skip(text, 0, ' *');
  const component = componentAt(text, start);
  if (!component?.isTypical || !component.isList) return;
  const isWeak = !component.isAlwaysTrue || isFreeText(context);
  context.report('ldap-filter', isWeak ? 'weak' : 'likely', start, component.end);
}

function firstUnopened(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '(') depth += 1;
    else if (character === ')') {
      if (depth === 0) return at;
      depth -= 1;
    }
  }
  return -1;
}

function skip(text: string, start: number, characters: string): number {
  let at = start;
  while (at < text.length && characters.includes(text.charAt(at))) at += 1;
  return at;
}
