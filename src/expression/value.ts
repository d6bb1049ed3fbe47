/** Values at run time. */
import type { IpValue } from './ip-value.ts';

/**
 * The result of a field or function. String is a byte string (see byte-string.ts), Int a safe integer.
 * `undefined` is a missing value.
 */
export type Value =
  | string
  | number
  | boolean
  | IpValue
  | readonly Value[]
  | ReadonlyMap<string, Value>;

/** Calls `each` with every element of an array or every value of a map. */
export function forEachElement(container: Value, each: (element: Value) => void): void {
  if (Array.isArray(container)) {
    for (const element of container) each(element);
  } else if (container instanceof Map) {
    for (const element of container.values()) each(element);
  }
}
