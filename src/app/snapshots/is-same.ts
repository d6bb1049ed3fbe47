/**
 * Whether two parts of a snapshot are the same for the edge. They are compared as JSON, because a part that was read
 * from the file lacks undefined members. The same code creates both, so their members have the same order.
 */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
