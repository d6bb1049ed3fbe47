import type { LogScope } from '../../../contracts/shipping/shipping-job.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Destination } from '../../../outbound/destinations/destination.ts';
import { DestinationError } from '../../../outbound/destinations/destination-error.ts';
import { checkDestination, destinationError } from './destination-check.ts';
import type { OwnershipTokens } from './ownership-tokens.ts';

/** Timeout of a test write. */
const TIMEOUT_MS = 10_000;
const TOO_LATE = `error writing object: the destination did not respond within ${TIMEOUT_MS / 1000} seconds`;
/** Concurrent test writes; API calls wait for their result. */
const MOST_AT_ONCE = 32;

export interface DestinationServiceOptions {
  readonly clock: Clock;
  readonly tokens: OwnershipTokens;
  /** Throws a `DestinationError`. */
  open(text: string): Destination;
}

/** Tests destinations before jobs use them. */
export class DestinationService {
  readonly #options: DestinationServiceOptions;
  #running = 0;

  constructor(options: DestinationServiceOptions) {
    this.#options = options;
  }

  /** Throws unless a test write succeeds and, where needed, the owner has proved ownership of the destination. */
  async admit(owner: LogScope, conf: string, challenge: string | undefined): Promise<void> {
    this.#checkOwnership(owner, conf, challenge);
    const problem = await this.problemOf(conf);
    if (problem !== undefined) throw destinationError(problem);
  }

  /** Why a test write fails; undefined if it succeeds. */
  async problemOf(conf: string): Promise<string | undefined> {
    const outcome = await this.#attempt(conf, (destination, signal) => destination.probe(signal));
    return 'problem' in outcome ? outcome.problem : undefined;
  }

  /** Writes the proof of ownership and returns its file name at the destination. */
  async challenge(
    owner: LogScope,
    conf: string,
  ): Promise<{ readonly filename: string } | { readonly problem: string }> {
    const token = this.#options.tokens.issue(owner, checkDestination(conf));
    const outcome = await this.#attempt(
      conf,
      async (destination, signal) => await destination.writeChallenge?.(token, signal),
    );
    return 'problem' in outcome ? outcome : { filename: outcome.result ?? '' };
  }

  #checkOwnership(owner: LogScope, conf: string, challenge: string | undefined): void {
    const address = checkDestination(conf);
    if (!address.needsChallenge) return;
    const problem =
      challenge === undefined
        ? 'this kind of destination needs "ownership_challenge": request one with POST …/logpush/ownership, and send the text that it wrote to the destination'
        : this.#options.tokens.problemOf(challenge, owner, address);
    if (problem === undefined) return;
    throw new ApiError('logpushOwnership', { problem }, { pointer: '/ownership_challenge' });
  }

  async #attempt<T>(
    conf: string,
    act: (destination: Destination, signal: AbortSignal) => Promise<T>,
  ): Promise<{ readonly result: T } | { readonly problem: string }> {
    if (this.#running >= MOST_AT_ONCE) {
      return { problem: 'too many destinations are being tested; try again' };
    }
    this.#running++;
    const done = new AbortController();
    let isLate = false;
    try {
      const destination = this.#options.open(conf);
      const timer = this.#options.clock.sleep(TIMEOUT_MS, done.signal).then(
        () => {
          isLate = true;
          done.abort();
        },
        () => {},
      );
      try {
        return { result: await act(destination, done.signal) };
      } finally {
        done.abort();
        await timer;
        await destination.close();
      }
    } catch (error) {
      if (!(error instanceof DestinationError)) throw error;
      return { problem: isLate ? TOO_LATE : error.message };
    } finally {
      this.#running--;
    }
  }
}
