import type { AnyNode } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import type { Binding } from '../tree/bindings.ts';
import { globalObjects } from '../values/paths.ts';

/** Browser objects whose members are unrelated to each other. */
const divided: ReadonlySet<string> = new Set(['document', 'location', 'navigator', 'history']);

/**
 * The variable of a member of a browser object: `window.a` is the global `a`; `document.cookie` has its own
 * variable.
 */
export function globalMember(
  { values, bindings }: ScriptReading,
  node: AnyNode,
): Binding | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  const property = values.property(node);
  if (property === undefined) return undefined;
  const object = values.path(node.object);
  if (globalObjects.has(object)) return bindings.global(property);
  return divided.has(object) ? bindings.global(`${object}.${property}`) : undefined;
}
