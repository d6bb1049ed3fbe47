import {
  encryptMatchedData,
  type MatchedData,
  OMITTED,
  TRUNCATED,
} from '../../contracts/events/matched-data.ts';
import { PerSecond } from '../limits/per-second.ts';
import { plainValue, sizeOf } from '../rules/matched-evidence.ts';
import type { RuleMatch } from '../rules/rule-match.ts';

/** The longest plaintext in bytes. A login takes a few hundred. */
const MAX_BYTES = 4096;
/** Encryptions of a process per second. Each takes about 0.15 ms, during which other requests wait. */
const MAX_PER_SECOND = 100;

export interface MatchedDataSealerOptions {
  readonly telemetry: {
    matchedDataLost(result: typeof TRUNCATED | typeof OMITTED | 'failed'): void;
  };
  readonly perSecond?: number;
  /** In milliseconds. */
  readonly now?: () => number;
}

/** Encrypts matched data after the response was sent. If the data is too large, the event has a placeholder. */
export class MatchedDataSealer {
  readonly #telemetry: MatchedDataSealerOptions['telemetry'];
  readonly #allowed: PerSecond;

  constructor({ telemetry, perSecond = MAX_PER_SECOND, now }: MatchedDataSealerOptions) {
    this.#telemetry = telemetry;
    this.#allowed = new PerSecond(perSecond, now);
  }

  /** Undefined for a match without evidence. */
  seal(match: RuleMatch): string | undefined {
    const taken = match.evidence?.take();
    if (!taken) return undefined;
    const size = taken.values.reduce((sum, { value }) => sum + sizeOf(value, MAX_BYTES), 0);
    if (size > MAX_BYTES) return this.#lost(TRUNCATED);
    if (!this.#allowed.take()) return this.#lost(OMITTED);
    const matches = taken.values.map((found) => ({ ...found, value: plainValue(found.value) }));
    const data: MatchedData = { rule_id: match.ruleId, ref: match.ref, matches };
    const clear = JSON.stringify(data);
    if (Buffer.byteLength(clear) > MAX_BYTES) return this.#lost(TRUNCATED);
    try {
      return encryptMatchedData(clear, taken.recipient);
    } catch {
      // The public key of the recipient is not valid.
      this.#telemetry.matchedDataLost('failed');
      return OMITTED;
    }
  }

  #lost(result: typeof TRUNCATED | typeof OMITTED): string {
    this.#telemetry.matchedDataLost(result);
    return result;
  }
}
