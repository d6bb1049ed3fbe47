/** A request of the node itself to a site. The edge handles it like a request of a visitor. */
export interface SiteRequest {
  /** The zone that the host of the URL must belong to. */
  readonly zoneId: string;
  readonly url: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface SiteResponse {
  readonly status: number;
  /** Names in lower case; of repeated headers the last one. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * `not-served`: the host does not belong to this zone on this node. `unseen`: the host belongs to a zone
 * of this node, and no visitor has got this address as a script within a day. `failed`: too slow, too large, or aborted.
 */
export type SiteResult = SiteResponse | 'not-served' | 'unseen' | 'failed';
