import type { ReadContext } from '../../attack-reader.ts';
import { isFilter, isPassword, namesSecret, queryOperators } from './query-operators.ts';

/** `user[$ne]` of a form, or the last part of a JSON path (`user.$ne`). */
const IN_BRACKETS = /^([^[\]]*)((?:\[[^[\]]*\])*)\[(\$[A-Za-z]+)\](?:\[\d*\])*$/;
const MAX_NAME = 512;

/** An operator as the name of an argument or member, which makes a query of what the application takes for a text. */
export function readOperatorName(text: string, { value, report }: ReadContext): void {
  if (text.length > MAX_NAME) return;
  const found = operatorIn(text, value.name);
  if (found === undefined) return;
  const effect = queryOperators.get(found.operator.toLowerCase());
  if (effect === 'code') report('nosql-code-operator', 'clear', 0, text.length);
  if (effect !== 'match') return;
  if (isFilter(found.field) && !isPassword(found.field)) return;
  report('nosql-operator', namesSecret(found.field) ? 'clear' : 'likely', 0, text.length);
}

function operatorIn(
  text: string,
  path: string,
): { readonly operator: string; readonly field: string } | undefined {
  const [, root, inner = '', operator] = IN_BRACKETS.exec(text) ?? [];
  if (root !== undefined && operator !== undefined) return { operator, field: root + inner };
  if (!/^(?:\$[A-Za-z]+|mapReduce)$/.test(text)) return undefined;
  const end = path.endsWith(`.${text}`) ? path.length - text.length - 1 : 0;
  return { operator: text, field: path.slice(0, end) };
}
