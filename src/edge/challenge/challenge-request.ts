/** What a challenge needs to know of a request. */
export interface ChallengeRequest {
  readonly zoneId: string;
  /** In lower case, without port. */
  readonly host: string;
  readonly method: string;
  /** Path and query as the visitor sent them, before any rewrite. */
  readonly target: string;
  readonly scheme: 'http' | 'https';
  readonly clientAddress: string;
  readonly ray: string;
  /** By the name in lower case. */
  header(name: string): string | undefined;
}

/** The `fixed` answer of the edge's stages. */
export interface ChallengeResponse {
  readonly kind: 'fixed';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
