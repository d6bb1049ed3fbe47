/**
 * A request as extractors see it: nothing but data, so that a live request, a file and a test all
 * look the same. All text is byte strings, as Node gives header values.
 */
export interface RequestRecord {
  readonly method: string;
  readonly scheme: 'http' | 'https';
  /** Path and query: as rules have left them, and as they were sent where that differs. */
  readonly target: string;
  readonly rawTarget?: string;
  readonly version: string;
  /** In the order and case they were sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /**
   * The other reading of a body that says it is encoded: some servers decode, some do not, and some
   * take what is damaged.
   */
  readonly otherBody?: string | undefined;
  readonly bodyIsTruncated?: boolean;
  /** All of it, in bytes as sent; that of what is here when absent. */
  readonly bodySize?: number | undefined;
  readonly clientAddress: string;
  /** Unknown of requests that were not made over a connection. */
  readonly serverAddress?: string | undefined;
  readonly serverPort: number;
  readonly ray?: string | undefined;
  /** The same whenever it is asked for. */
  readonly randomSeed?: string | undefined;
  readonly zone?: { readonly name: string; readonly plan: string } | undefined;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** As rules have left it, and as the origin sent it where that differs. */
  readonly response?: ResponseRecord | undefined;
  readonly rawResponse?: ResponseRecord | undefined;
}

export interface ResponseRecord {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
}
