/** A rate limit of a rule. */
export interface RateLimit {
  readonly periodMs: number;
  readonly requests: number;
  /** How long a key that exceeded the limit stays limited; 0: only while its count exceeds the limit. */
  readonly timeoutMs: number;
}

/** Asks the primary, which counts the requests of all edge processes, whether one more request of a key is within its limit. */
export interface RateQuestion {
  readonly key: string;
  readonly limit: RateLimit;
  /** Requests that the process has let pass without asking, and the milliseconds since the first of them. */
  readonly passed: number;
  readonly ageMs: number;
  /** False if the process only reports these requests. */
  readonly asks: boolean;
}

/** For each question the milliseconds until a request is within the limit; 0 if it is now, and then it is counted. */
export type RateAnswers = readonly number[];
