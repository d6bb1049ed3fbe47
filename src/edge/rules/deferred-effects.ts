import type { RateLimit } from '../limits/rate-counters.ts';
import type { Compiled } from './expression-values.ts';

/** A count that has to wait for the response of the origin. */
export interface LateCount {
  readonly key: string;
  readonly limit: RateLimit;
  readonly counting: Compiled<boolean> | undefined;
  /** The header in which the origin says what the request is worth. */
  readonly scoreHeader: string | undefined;
}

/** What a response is scanned for after it was sent. */
export interface ResponseScan {
  readonly rulesetId: string;
  readonly ruleIds: readonly string[];
}

/** Headers (in lower case) and cookies that the request log is to hold. */
export interface LogFields {
  /** As the visitor sent them, and as rules have changed them. */
  readonly request: readonly string[];
  readonly changedRequest: readonly string[];
  /** As the visitor got them, and as the origin sent them. */
  readonly response: readonly string[];
  readonly rawResponse: readonly string[];
  readonly cookies: readonly string[];
  /** Those of `response` and `rawResponse` whose values are not joined. */
  readonly listed: {
    readonly response: readonly string[];
    readonly rawResponse: readonly string[];
  };
}
