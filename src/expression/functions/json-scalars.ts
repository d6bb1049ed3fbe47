import { type JsonTree, jsonTree } from '../../kernel/json-value.ts';
import { fromByteString, toByteString } from '../byte-string.ts';
import { type JsonText, readJson } from './json-lookup.ts';

const trees = new WeakMap<JsonText, JsonTree>();

/**
 * The strings, numbers and booleans at a path of names in a JSON text, as texts: all of an array, and all values of a
 * repeated name, because servers differ in which of them they use. Path, text and results are byte strings.
 */
export function jsonScalars(
  bytes: string,
  path: readonly string[],
  fold: (name: string) => string = (name) => name,
): string[] {
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

function scalarsOf(value: JsonTree): string[] {
  if (Array.isArray(value)) return value.flatMap(scalarsOf);
  return value === null || typeof value === 'object' ? [] : [toByteString(String(value))];
}
