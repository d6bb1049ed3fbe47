/** How the path of requests is brought to one spelling, in the words of the API. */
export interface UrlNormalization {
  /** `rfc3986` keeps backslashes and repeated slashes, `cloudflare` makes one slash of them. */
  readonly type: 'cloudflare' | 'rfc3986';
  /** Who gets the normalised spelling: rules (`incoming`), rules and origins (`both`), or nobody. */
  readonly scope: 'incoming' | 'both' | 'none';
  /** What happens to paths that servers read in different ways. */
  readonly ambiguousPaths: 'refuse' | 'allow';
}

/** Rules judge what origins get, and what cannot be judged is refused. */
export const defaultUrlNormalization: UrlNormalization = {
  type: 'cloudflare',
  scope: 'both',
  ambiguousPaths: 'refuse',
};
