/** The form in which addresses are compared: case counts before the `@` only, as RFC 5321 (2.4) has it. */
export function comparableAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return address.slice(0, at + 1) + address.slice(at + 1).toLowerCase();
}
