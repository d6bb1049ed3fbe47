/** Limits of a trace: rules without and with an effect, values, characters, and milliseconds to create it. */
const OTHER_RULES = 150;
const MATCHED_RULES = 100;
const VALUES = 200;
/** Values that are shown even after the deadline, so that a process that was not scheduled for a moment does not lose all of them. */
const CERTAIN_VALUES = 8;
const CHARACTERS = 40_000;
const MILLISECONDS = 4;
/** Approximate size of an entry without its value. */
const ENTRY_CHARACTERS = 200;

/** The remaining budget of one trace. Rules and values that do not fit are counted. */
export class TraceBudget {
  readonly leftOut = { rules: 0, values: 0 };
  readonly #now: () => number;
  readonly #deadline: number;
  #other = OTHER_RULES;
  #matched = MATCHED_RULES;
  #values = VALUES;
  #characters = CHARACTERS;

  constructor(now: () => number) {
    this.#now = now;
    this.#deadline = now() + MILLISECONDS;
  }

  /** Rules with an effect have a separate budget, because readers look for them. */
  takeRule(hasEffect: boolean): boolean {
    const left = hasEffect ? this.#matched : this.#other;
    if (left === 0 || this.#characters < ENTRY_CHARACTERS) {
      this.leftOut.rules += 1;
      return false;
    }
    if (hasEffect) this.#matched -= 1;
    else this.#other -= 1;
    this.#characters -= ENTRY_CHARACTERS;
    return true;
  }

  /** Whether another value fits. */
  canShow(): boolean {
    const isTimely = this.#values > VALUES - CERTAIN_VALUES || this.hasTime();
    if (this.#values > 0 && this.#characters >= ENTRY_CHARACTERS && isTimely) return true;
    this.leftOut.values += 1;
    return false;
  }

  spend(characters: number): void {
    this.#values -= 1;
    this.#characters -= characters + ENTRY_CHARACTERS;
  }

  /** Conditions can take long, and other requests wait in the meantime. */
  hasTime(): boolean {
    return this.#now() < this.#deadline;
  }
}
