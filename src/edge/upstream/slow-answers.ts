import { errors } from 'undici';

/** How often is looked: no time-out is more exact than this. */
const CHECK_MS = 500;

/** An answer that an origin still owes, or the rest of it. */
export interface OwedAnswer {
  /** Where it is kept while it is watched. */
  place: number;
  /** Looks in a row that have seen nothing happen. */
  silentLooks: number;
  readonly hasHead: boolean;
  /** Whether the silence since the last look is not the origin's: a body is on its way to it, or the visitor takes nothing. */
  isExcused(): boolean;
  fail(error: Error): void;
}

/**
 * Ends requests whose origin stays silent. One timer looks at them all: the time-outs of the HTTP
 * client would make two new ones for every request.
 */
export class SlowAnswers {
  /**
   * Places that are used again and again. A Set would be simpler, but each time it makes room it
   * leaves its old self behind with what it held, and the garbage collector then takes requests for
   * long-lived: that costs a fifth of the throughput.
   */
  readonly #owed: (OwedAnswer | undefined)[] = [];
  readonly #freePlaces: number[] = [];
  readonly #headLooks: number;
  readonly #idleLooks: number;
  readonly #timer: NodeJS.Timeout;

  constructor({ responseMs, idleMs }: { readonly responseMs: number; readonly idleMs: number }) {
    this.#headLooks = looksIn(responseMs);
    this.#idleLooks = looksIn(idleMs);
    this.#timer = setInterval(() => this.#look(), CHECK_MS).unref();
  }

  watch(answer: OwedAnswer): void {
    answer.place = this.#freePlaces.pop() ?? this.#owed.length;
    this.#owed[answer.place] = answer;
  }

  forget(answer: OwedAnswer): void {
    if (this.#owed[answer.place] !== answer) return;
    this.#owed[answer.place] = undefined;
    this.#freePlaces.push(answer.place);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    for (const answer of this.#owed) {
      if (!answer) continue;
      if (answer.isExcused()) answer.silentLooks = 0;
      else answer.silentLooks += 1;
      // The first look may come right after the beginning, so it does not count.
      if (answer.silentLooks <= (answer.hasHead ? this.#idleLooks : this.#headLooks)) continue;
      this.forget(answer);
      answer.fail(
        answer.hasHead ? new errors.BodyTimeoutError() : new errors.HeadersTimeoutError(),
      );
    }
  }
}

/** 0 means for ever, as settings say. */
const looksIn = (ms: number): number =>
  ms === 0 ? Number.POSITIVE_INFINITY : Math.ceil(ms / CHECK_MS);
