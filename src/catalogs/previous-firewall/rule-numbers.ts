import { coreRuleNumbers } from './core-rule-numbers.ts';
import { managedRuleNumbers } from './managed-rule-numbers.ts';

/** The rule that acts on the score of the OWASP package. */
export const CLOSING_NUMBER = '981176';

const numbers = new Map([
  ...managedRuleNumbers.map((ref, place) => [ref, String(100_001 + place)] as const),
  ...coreRuleNumbers.map((ref, place) => [ref, String(980_001 + place)] as const),
]);

/** The number of a managed rule in the previous packages. */
export function numberOf(ref: string): string {
  const number = numbers.get(ref);
  if (number !== undefined) return number;
  throw new Error(
    `managed rule ${ref} has no number: add a line at the end of the list in catalogs/previous-firewall`,
  );
}
