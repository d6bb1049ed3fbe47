import type { AnyNode } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import type { Binding } from '../tree/bindings.ts';

const filters: ReadonlySet<string> = new Set([
  ...['indexOf', 'startsWith', 'includes', 'match', 'substr', 'substring', 'slice', 'split'],
]);
const MAX_USES = 30;

/**
 * Whether a script compares the keys of the storage, such as with a prefix of its own: then it does not take the whole storage.
 */
export function isFiltered({ tree, bindings, values }: ScriptReading, key: Binding): boolean {
  return bindings
    .referencesOf(key)
    .slice(0, MAX_USES)
    .some((number) => {
      const user = tree.parent(number);
      if (user?.type === 'MemberExpression' && tree.numberOf(user.object) === number) {
        return filters.has(values.property(user) ?? '');
      }
      return user?.type === 'CallExpression' && isTest(user.callee) && user.arguments.length === 1;
    });
}

/** `pattern.test(key)`. */
const isTest = (callee: AnyNode): boolean =>
  callee.type === 'MemberExpression' &&
  callee.property.type === 'Identifier' &&
  callee.property.name === 'test';
