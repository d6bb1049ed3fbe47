import { type ConstValue, NotConstant } from './const-values.ts';

/** Steps for one value, and for all values of a script: time stays in proportion to nothing but these. */
const MAX_STEPS = 20_000;
const MAX_STEPS_OF_SCRIPT = 120_000;

const address = /^(?:(?:https?|wss?):)?\/\//i;

/** What came out, and how well it was hidden. */
export interface ConstResult {
  readonly value: ConstValue;
  /** Characters were made of numbers, decoded, reversed or looked up one after the other. */
  readonly isDecoded: boolean;
  readonly pieces: number;
}

/** What working out a value may still cost, and what was met on the way. */
export class ConstRun {
  #scriptSteps = MAX_STEPS_OF_SCRIPT;
  #allowed = 0;
  #steps = 0;
  /** Functions that are being run. */
  depth = 0;
  isDecoded = false;
  isLooped = false;
  pieces = 0;

  /** False when the script has used up its steps. */
  begin(): boolean {
    if (this.#scriptSteps <= 0) return false;
    this.#allowed = Math.min(MAX_STEPS, this.#scriptSteps);
    this.#steps = this.#allowed;
    this.depth = 0;
    this.isDecoded = false;
    this.isLooped = false;
    this.pieces = 0;
    return true;
  }

  step(): void {
    this.#steps -= 1;
    if (this.#steps < 0) throw new NotConstant('too many steps');
  }

  end(): void {
    this.#scriptSteps -= this.#allowed - this.#steps + 1;
  }

  result(value: ConstValue): ConstResult {
    return { value, isDecoded: this.isDecoded || this.#isSpelt(value), pieces: this.pieces };
  }

  /** Addresses that are put together piece by piece in a loop are hidden; other texts often are not. */
  #isSpelt(value: ConstValue): boolean {
    return this.isLooped && this.pieces > 3 && typeof value === 'string' && address.test(value);
  }
}
