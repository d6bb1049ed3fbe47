/**
 * Whether two parts of a snapshot are the same for the edge. What was read from the file lacks members without a
 * value; both were made by the same code, so that their members are in the same order.
 */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
