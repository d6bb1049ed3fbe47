/** How the path of requests is normalised, with the values of the API. */
export interface UrlNormalization {
  /** `rfc3986` keeps backslashes and repeated slashes; `cloudflare` replaces them by one slash. */
  readonly type: 'cloudflare' | 'rfc3986';
  /** Recipients of the normalised path: rules (`incoming`), rules and origins (`both`), or neither (`none`). */
  readonly scope: 'incoming' | 'both' | 'none';
  /** What happens to paths that servers read in different ways. */
  readonly ambiguousPaths: 'refuse' | 'allow';
}

/** Rules see the path that origins get, and ambiguous paths are refused. */
export const defaultUrlNormalization: UrlNormalization = {
  type: 'cloudflare',
  scope: 'both',
  ambiguousPaths: 'refuse',
};
