/** The parts of a request that challenges need. */
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
  /** Lifetime of a clearance, if the zone sets one. */
  readonly clearanceSeconds?: number | undefined;
  /** Takes the name in lower case. */
  header(name: string): string | undefined;
}

/** A `fixed` response of the edge. */
export interface ChallengeResponse {
  readonly kind: 'fixed';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
