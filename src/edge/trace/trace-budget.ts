/** How much a trace may hold, and how long it may take to make. */
const OTHER_RULES = 150;
const MATCHED_RULES = 100;
const VALUES = 200;
const CHARACTERS = 40_000;
const MILLISECONDS = 4;
/** Names, numbers and punctuation of one entry, about. */
const ENTRY_CHARACTERS = 200;

/** What is left of the bounds of one trace. What does not fit is counted. */
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

  /** Rules that did something have a share of their own: they are what people look for. */
  takeRule(isTelling: boolean): boolean {
    const left = isTelling ? this.#matched : this.#other;
    if (left === 0 || this.#characters < ENTRY_CHARACTERS) {
      this.leftOut.rules += 1;
      return false;
    }
    if (isTelling) this.#matched -= 1;
    else this.#other -= 1;
    this.#characters -= ENTRY_CHARACTERS;
    return true;
  }

  /** Whether there is room to look at another value. */
  canShow(): boolean {
    if (this.#values > 0 && this.#characters >= ENTRY_CHARACTERS && this.hasTime()) return true;
    this.leftOut.values += 1;
    return false;
  }

  spend(characters: number): void {
    this.#values -= 1;
    this.#characters -= characters + ENTRY_CHARACTERS;
  }

  /** Conditions can be costly, and other requests wait. */
  hasTime(): boolean {
    return this.#now() < this.#deadline;
  }
}
