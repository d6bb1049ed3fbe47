import type { AnyNode } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import type { Binding } from '../tree/bindings.ts';
import { globalObjects } from '../values/paths.ts';

/** Objects of the browser with parts that have nothing to do with each other. */
const divided: ReadonlySet<string> = new Set(['document', 'location', 'navigator', 'history']);

/** The variable that a member of a global object is: `window.a` is `a`, `document.cookie` is itself. */
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
