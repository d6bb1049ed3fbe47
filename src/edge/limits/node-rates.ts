import type { RateAnswers, RateLimit, RateQuestion } from '../../contracts/rate-questions.ts';
import { tick } from '../tick.ts';
import type { RateCounters } from './rate-counters.ts';

/** Higher limits are counted by each process, which tells the others its counts four times a second. */
const MAX_REQUESTS = 100;
const WAIT_MS = 50;
/** Questions that are not answered yet. A process with more of them decides by its own count. */
const MAX_WAITING = 1_024;
/** Keys with requests that the primary does not know of. If there are more, the oldest ones are not reported. */
const MAX_UNREPORTED = 8_192;

/** Sends questions to the primary, which answers all of them with the same id. */
export type SendQuestions = (id: number, questions: readonly RateQuestion[]) => void;

interface Waiting {
  readonly question: RateQuestion;
  /** Undefined for reports. */
  readonly resolve: ((waitMs: number) => void) | undefined;
}

interface Unreported {
  count: number;
  readonly since: number;
}

/**
 * Low rate limits that hold for all edge processes of a node together. A process lets the first request of a key pass,
 * and asks the primary about every further one, so that no burst passes more than the limit and one request per process.
 * One block of questions is under way at a time; further ones wait for the next block.
 */
export class NodeRates {
  readonly #rates: RateCounters;
  readonly #send: SendQuestions;
  readonly #waitMs: number;
  readonly #unreported = new Map<string, Unreported>();
  #queue: Waiting[] = [];
  #sent: readonly Waiting[] = [];
  #id = 0;
  #lost: NodeJS.Timeout | undefined;

  /** `waitMs`: how long a request waits for the primary. */
  constructor(rates: RateCounters, send: SendQuestions, waitMs = WAIT_MS) {
    this.#rates = rates;
    this.#send = send;
    this.#waitMs = waitMs;
  }

  covers({ requests }: RateLimit): boolean {
    return requests <= MAX_REQUESTS;
  }

  /** Whether this process knows no other request of the key: then it passes without a question. */
  isFirst(key: string, limit: RateLimit): boolean {
    return !this.#rates.hasCounted(key, limit);
  }

  /** Notes a request that passes without a question. The next question about the key reports it. */
  note(key: string): void {
    this.#change(key, 1);
  }

  /** Takes back a request that was counted and did not go to an origin. The next question about the key reports it. */
  takeBack(key: string): void {
    this.#change(key, -1);
  }

  #change(key: string, count: 1 | -1): void {
    const known = this.#unreported.get(key);
    if (known) {
      known.count += count;
      return;
    }
    if (this.#unreported.size === MAX_UNREPORTED) {
      const [oldest = ''] = this.#unreported.keys();
      this.#unreported.delete(oldest);
    }
    this.#unreported.set(key, { count, since: tick() });
  }

  /** Reports a request that counts and that the rule does not limit. */
  report(key: string, limit: RateLimit): void {
    this.note(key);
    if (this.#queue.length < MAX_WAITING) this.#enqueue(this.#questionOf(key, limit, false));
  }

  /** Milliseconds until a request of the key is within the limit; 0 if it is now. */
  async ask(key: string, limit: RateLimit): Promise<number> {
    const waitMs = await this.#answer(key, limit);
    if (waitMs === undefined)
      return this.#rates.isOver(key, limit, 1) ? this.#ownWait(key, limit) : 0;
    // Until then, requests of the key need no question.
    if (waitMs > 0) this.#rates.limit(key, waitMs);
    return waitMs;
  }

  receive(id: number, answers: RateAnswers): void {
    if (id !== this.#id) return;
    clearTimeout(this.#lost);
    for (const [n, { resolve }] of this.#sent.entries()) resolve?.(answers[n] ?? 0);
    this.#sent = [];
    if (this.#queue.length > 0) this.#flush();
  }

  #ownWait(key: string, limit: RateLimit): number {
    return Math.max(1, this.#rates.waitMs(key, limit));
  }

  /** Undefined without an answer in time. */
  async #answer(key: string, limit: RateLimit): Promise<number | undefined> {
    if (this.#queue.length >= MAX_WAITING) return undefined;
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const late = setTimeout(() => resolve(undefined), this.#waitMs);
    this.#enqueue(this.#questionOf(key, limit, true), resolve);
    const waitMs = await promise;
    clearTimeout(late);
    return waitMs;
  }

  #questionOf(key: string, limit: RateLimit, asks: boolean): RateQuestion {
    const unreported = this.#unreported.get(key);
    this.#unreported.delete(key);
    const ageMs = unreported ? tick() - unreported.since : 0;
    // A request before the current and the previous window no longer counts.
    const passed = ageMs < 2 * limit.periodMs ? (unreported?.count ?? 0) : 0;
    return { key, limit, passed, ageMs, asks };
  }

  #enqueue(question: RateQuestion, resolve?: (waitMs: number) => void): void {
    this.#queue.push({ question, resolve });
    // Further questions of the same turn of the event loop share the block.
    if (this.#queue.length === 1 && this.#sent.length === 0) setImmediate(() => this.#flush());
  }

  #flush(): void {
    if (this.#sent.length > 0 || this.#queue.length === 0) return;
    this.#sent = this.#queue;
    this.#queue = [];
    this.#id += 1;
    this.#lost = setTimeout(() => this.#abandon(), this.#waitMs).unref();
    this.#send(
      this.#id,
      this.#sent.map(({ question }) => question),
    );
  }

  /** The primary is busy or has ended. Its answer to this block, if it comes, is ignored. */
  #abandon(): void {
    this.#sent = [];
    this.#id += 1;
    this.#flush();
  }
}
