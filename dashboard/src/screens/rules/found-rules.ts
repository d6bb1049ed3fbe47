import { redirectText } from './form/redirect-form.ts';
import type { Rule } from './ruleset.ts';

/** The rules that have each word of a text in their description, condition, target, tags or ids. */
export function foundRules<R>(
  rows: readonly R[],
  text: string,
  ruleOf: (row: R) => Rule,
): readonly R[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const all = textOf(ruleOf(row)).toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

function textOf(rule: Rule): string {
  const { description, expression, ref, id, categories = [] } = rule;
  return [description, expression, redirectText(rule), ref, id, ...categories].join(' ');
}
