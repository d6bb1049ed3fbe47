import { type JsonTree, jsonTree } from '../../kernel/json-value.ts';
import { fromByteString, toByteString } from '../byte-string.ts';
import type { ValueExpressionNode, ValueNode } from '../syntax.ts';
import { type JsonText, readJson } from './json-lookup.ts';

/** A call of a JSON lookup: the value with the text, and the names of the path. */
export interface JsonLookup {
  readonly text: ValueNode;
  readonly path: readonly string[];
}

/** Undefined for other expressions, and for paths with positions of arrays. */
export function jsonLookupOf(tree: ValueExpressionNode): JsonLookup | undefined {
  if (tree.kind !== 'call' || !tree.name.startsWith('lookup_json_')) return undefined;
  const [text, ...keys] = tree.args;
  if (text?.kind !== 'field' && text?.kind !== 'call') return undefined;
  const path = keys.flatMap((key) => (key.kind === 'string' ? [key.value] : []));
  return path.length === keys.length ? { text, path } : undefined;
}

const trees = new WeakMap<JsonText, JsonTree>();

/**
 * The strings, numbers and booleans at a path of names in a JSON text: all of an array, and all values of a repeated
 * name, because servers differ in which of them they use. Text, path and strings of the result are byte strings.
 */
export function jsonValues(
  bytes: string,
  path: readonly string[],
  fold: (name: string) => string = (name) => name,
): (string | number | boolean)[] {
  const json = readJson(bytes);
  if (!json) return [];
  const tree = trees.get(json) ?? jsonTree(json.text);
  trees.set(json, tree);
  let found: readonly JsonTree[] = [tree];
  for (const key of path) {
    const wanted = fold(fromByteString(key));
    found = found.flatMap((each) => {
      if (!(each instanceof Map)) return [];
      return [...each].flatMap(([name, values]) => (fold(name) === wanted ? values : []));
    });
  }
  return found.flatMap(scalarsOf);
}

function scalarsOf(value: JsonTree): (string | number | boolean)[] {
  if (Array.isArray(value)) return value.flatMap(scalarsOf);
  if (value === null || typeof value === 'object') return [];
  return [typeof value === 'string' ? toByteString(value) : value];
}
