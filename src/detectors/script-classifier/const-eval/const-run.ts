import { type ConstValue, NotConstant } from './const-values.ts';

/** Steps for one value and for all values of a script; they bound the time for any code. */
const MAX_STEPS = 20_000;
const MAX_STEPS_OF_SCRIPT = 120_000;

const address = /^(?:(?:https?|wss?):)?\/\//i;

/** An evaluated value, and how well the script hides it. */
export interface ConstResult {
  readonly value: ConstValue;
  /** Computed from character codes, decoded, reversed, or looked up character by character. */
  readonly isDecoded: boolean;
  readonly pieces: number;
}

/** The remaining steps of an evaluation, and its observations so far. */
export class ConstRun {
  #scriptSteps = MAX_STEPS_OF_SCRIPT;
  #allowed = 0;
  #steps = 0;
  /** Depth of nested calls. */
  depth = 0;
  isDecoded = false;
  isLooped = false;
  pieces = 0;

  /** False if the script has used up its steps. */
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

  /** A URL that a loop concatenates piece by piece is hidden; other strings are often built like this. */
  #isSpelt(value: ConstValue): boolean {
    return this.isLooped && this.pieces > 3 && typeof value === 'string' && address.test(value);
  }
}
