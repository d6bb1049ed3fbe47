/** A request of the node itself for what a site serves to visitors. The edge treats it as that of a visitor. */
export interface SiteRequest {
  /** The zone that the host of the URL has to belong to. */
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

/** `not-served`: no edge here serves the host for this zone. `failed`: too slow, too large, or broken off. */
export type SiteResult = SiteResponse | 'not-served' | 'failed';
