import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import { effects } from './javascript-effects.ts';

/** Effects that are clear without a break-out, because their only use is to hide what the code calls. */
const CLEAR = effects.computed | effects.chain | effects.scriptUrl;
const LEAVES_PAGE = effects.send | effects.navigate | effects.markup;

/**
 * How much an effect means in code that leaves no context: it runs only where a page puts values between its own
 * statements. `alert(1)` is also something that people search for.
 */
export function strengthOfBareCode(effect: number, all: number): Strength {
  if ((effect & CLEAR) !== 0) return 'clear';
  const readsSession = (all & effects.session) !== 0;
  if (readsSession && (all & LEAVES_PAGE) !== 0) return 'clear';
  if (readsSession && (all & (effects.dialog | effects.evaluate)) !== 0) return 'likely';
  const runsText = (all & effects.evaluate) !== 0 && (all & effects.decode) !== 0;
  if (runsText || (effect & effects.tagged) !== 0) return 'likely';
  const setsHandler = (all & effects.handler) !== 0 && (all & effects.reference) !== 0;
  return setsHandler && (all & effects.throw) !== 0 ? 'clear' : 'weak';
}
