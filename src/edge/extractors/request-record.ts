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
  readonly bodyIsTruncated?: boolean;
  readonly clientAddress: string;
  readonly serverPort: number;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly response?: ResponseRecord | undefined;
}

export interface ResponseRecord {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
}
