/** An address normalised for comparisons: only the local part is case-sensitive (RFC 5321, 2.4). */
export function comparableAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return address.slice(0, at + 1) + address.slice(at + 1).toLowerCase();
}
