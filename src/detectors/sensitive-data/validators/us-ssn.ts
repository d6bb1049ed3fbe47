/** Numbers from advertisements, forms and documentation; they are never real. */
const neverIssued = new Set(['078051120', '219099999', '123456789', '987654321']);

/** No area 000, 666 or 9xx, no group 00, no serial 0000 (rules of the issuing administration). */
export function usSsn(candidate: string): boolean {
  const digits = candidate.replace(/\D/g, '');
  return /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits) && !neverIssued.has(digits);
}
