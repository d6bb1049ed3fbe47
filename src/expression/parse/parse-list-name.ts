/** Named lists after `in`: parses the name, and checks that the list is declared and its kind matches the value. */

import { suggest } from '../../kernel/suggest.ts';
import type { ListKind } from '../scheme.ts';
import type { ValueNode } from '../syntax.ts';
import { usage } from '../usage.ts';
import { type ScalarKind, typeWords } from '../value-type.ts';
import type { ParseState } from './parse-state.ts';

/** The type of value that is looked up in each kind of list; in lists of redirects it is a URL. */
const LIST_TYPES: Record<ListKind, ScalarKind> = {
  ip: 'IP',
  hostname: 'String',
  asn: 'Int',
  redirect: 'String',
};

const NAME_CHARACTERS = /[^ \r\n(){}\t]*/y;
const NAME = /^[a-z0-9_]+(?:\.[a-z0-9_]+)*$/;

/** `$name` or `$cf.name`: a declared list whose kind matches the value. */
export function parseListName(state: ParseState, value: ValueNode): string {
  const start = state.at;
  state.expect('$');
  NAME_CHARACTERS.lastIndex = state.at;
  const name = NAME_CHARACTERS.exec(state.source)?.[0] ?? '';
  state.at += name.length;
  if (!NAME.test(name)) state.fail(start, state.at, `invalid list name ${JSON.stringify(name)}`);
  if (state.options.anyList) return name;
  const kind = state.scheme.lists.get(name);
  if (kind === undefined) {
    const meant = suggest(name, state.scheme.lists.keys());
    return state.fail(start, state.at, `unknown list ${JSON.stringify(name)}`, meant);
  }
  if (LIST_TYPES[kind] !== value.type.kind) {
    const reason = `cannot use a list of kind ${kind} on type ${typeWords(value.type)}`;
    state.fail(start, state.at, reason);
  }
  if (kind === 'redirect' && !usesUrl(state, value)) {
    const urls = [...state.scheme.fields.values()]
      .filter(({ url }) => url)
      .map((each) => each.name);
    const reason = `a list of kind redirect holds URLs: look up ${urls.join(' or ')} in it`;
    state.fail(start, state.at, reason);
  }
  return name;
}

/** `lower` of a URL is still a URL; a value made of a host or a path is not. */
function usesUrl({ scheme }: ParseState, value: ValueNode): boolean {
  return [...usage(value).fields].some((name) => scheme.fields.get(name)?.url);
}
