/**
 * Directives that page policies may use, and what kinds of sources may stand in them. Nonces cannot be
 * offered: the edge does not change pages.
 */
export interface CspDirectiveEntry {
  readonly name: string;
  /** `none`: the directive has no value. `places`: schemes, hosts, `'self'` and `'none'` only. */
  readonly values: 'all' | 'places' | 'none';
}

const withSources = [
  'script-src',
  'connect-src',
  'default-src',
  'img-src',
  'style-src',
  'font-src',
  'object-src',
  'media-src',
  'child-src',
  'form-action',
  'worker-src',
  'base-uri',
  'manifest-src',
  'frame-src',
];

const entries: readonly CspDirectiveEntry[] = [
  ...withSources.map((name) => ({ name, values: 'all' as const })),
  { name: 'frame-ancestors', values: 'places' },
  { name: 'upgrade-insecure-requests', values: 'none' },
];

const byName = new Map(entries.map((entry) => [entry.name, entry]));

export const cspDirectiveNames = [...byName.keys()];

export function cspDirective(name: string): CspDirectiveEntry | undefined {
  return byName.get(name);
}

/** The keyword that is a place. */
export const SELF = 'self';
/** Keywords that may stand in directives with all values. */
export const cspKeywords: readonly string[] = [SELF, 'unsafe-inline', 'unsafe-eval'];
