/** Notices that the API is away, and asks for it with growing pauses until it is back. */
import { UnreachableError } from './api-error.ts';
import { Store } from './store.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;

export const isAway = new Store(false);

export class Reachability {
  readonly #probe: () => Promise<void>;
  readonly #onBack: () => void;

  /** `probe` fails with an UnreachableError while the API is away. */
  constructor(probe: () => Promise<void>, onBack: () => void) {
    this.#probe = probe;
    this.#onBack = onBack;
  }

  /** To be called with the errors of all calls. */
  report(error: unknown): void {
    if (!(error instanceof UnreachableError) || isAway.get()) return;
    isAway.set(true);
    void this.#untilBack();
  }

  async #untilBack(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await new Promise((done) => setTimeout(done, pause));
      if (await this.#responds()) break;
    }
    isAway.set(false);
    this.#onBack();
  }

  async #responds(): Promise<boolean> {
    try {
      await this.#probe();
      return true;
    } catch (error) {
      return !(error instanceof UnreachableError);
    }
  }
}
