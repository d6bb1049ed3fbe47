/**
 * Directives that page policies may use, and the kinds of sources that each accepts. Nonces are not supported, because
 * the edge does not change pages.
 */
export interface CspDirectiveEntry {
  readonly name: string;
  /** `none`: the directive has no value. `hosts`: only schemes, hosts, `'self'` and `'none'`. */
  readonly values: 'all' | 'hosts' | 'none';
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
  { name: 'frame-ancestors', values: 'hosts' },
  { name: 'upgrade-insecure-requests', values: 'none' },
];

const byName = new Map(entries.map((entry) => [entry.name, entry]));

export const cspDirectiveNames = [...byName.keys()];

export function cspDirective(name: string): CspDirectiveEntry | undefined {
  return byName.get(name);
}

/** The keyword for the host of the page. */
export const SELF = 'self';
/** Keywords in directives that accept all sources. */
export const cspKeywords: readonly string[] = [SELF, 'unsafe-inline', 'unsafe-eval'];
