/**
 * Canonical JSON: equal for values that mean the same. Members are sorted by name, `null` members are dropped, and hexadecimal strings are
 * in lower case.
 */
export function canonical(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.startsWith('0x') ? value.toLowerCase() : value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`;
}
