import type { AttackSign } from '../../../../catalogs/attacks/attack-signs.ts';
import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import { effects } from './javascript-effects.ts';

/** Which sign an effect is. */
const signs: readonly (readonly [AttackSign, number])[] = [
  ['javascript-dialog', effects.dialog | effects.print],
  ['javascript-evaluation', effects.evaluate],
  ['javascript-computed-name', effects.computed | effects.dynamic],
  ['javascript-constructor-chain', effects.chain],
  ['javascript-decoded-text', effects.decode],
  ['javascript-session-data', effects.session],
  ['javascript-request', effects.send],
  ['javascript-page-change', effects.navigate | effects.markup | effects.scriptUrl],
  ['javascript-unusual-call', effects.tagged | effects.reference],
];

type Report = (sign: AttackSign, strength: Strength, start: number, end: number) => void;

/** Reports each sign of a piece of code. */
export function reportEffects(
  found: number,
  { start, end }: { readonly start: number; readonly end: number },
  strengthOf: (effect: number) => Strength,
  report: Report,
): void {
  for (const [sign, mask] of signs) {
    const shown = found & mask;
    if (shown !== 0) report(sign, strengthOf(shown), start, end);
  }
}
