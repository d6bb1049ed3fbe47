import type { RateLimit } from '../../contracts/rate-questions.ts';
import type { Compiled } from './expression-values.ts';

/** A request that was counted in advance, and is not if it does not go to an origin. */
export interface OriginCount {
  readonly key: string;
  readonly limit: RateLimit;
}

/** A count of a rate limit that depends on the response of the origin. */
export interface DeferredCount {
  readonly key: string;
  readonly limit: RateLimit;
  readonly counting: Compiled<boolean> | undefined;
  readonly score: ResponseScore | undefined;
  /** The weight that is reserved until the response arrives; 0 for requests that the rule does not match. */
  readonly reserved: number;
}

/** The weights of requests in a header of their responses. */
export interface ResponseScore {
  readonly header: string;
  /** The last weight, which is expected of requests in flight. */
  last: number;
}

/** The rules that a response is scanned for after it was sent. */
export interface ResponseScan {
  readonly rulesetId: string;
  readonly ruleIds: readonly string[];
}

/** Names of headers (in lower case) and cookies that are added to the request log. */
export interface LogFields {
  /** As the visitor sent them, and as rules have changed them. */
  readonly request: readonly string[];
  readonly changedRequest: readonly string[];
  /** As the visitor got them, and as the origin sent them. */
  readonly response: readonly string[];
  readonly rawResponse: readonly string[];
  readonly cookies: readonly string[];
  /** The names in `response` and `rawResponse` whose values are not joined. */
  readonly listed: {
    readonly response: readonly string[];
    readonly rawResponse: readonly string[];
  };
}
