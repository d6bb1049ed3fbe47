import { isHostName } from '../../../kernel/host-name.ts';
import { normalPath } from '../../../kernel/normal-path.ts';

/** The parsed source URL of a redirect. */
export interface RedirectSource {
  /** Undefined: http and https. */
  readonly scheme: 'http' | 'https' | undefined;
  readonly host: string;
  /** Begins with a slash; normalised like the paths of requests at the edge. */
  readonly path: string;
}

const PARTS = /^(?:(https?):\/\/)?([^/?#@:]+)(\/[^?#\p{Cc}]*)?$/iu;

/**
 * Reads `[scheme://]host[/path]`; undefined for any other text. A source has no user, port, query or fragment: the
 * port of the edge may differ from the one that visitors see, and queries are not compared.
 */
export function parseRedirectSource(text: string): RedirectSource | undefined {
  const [, scheme, host = '', path = '/'] = PARTS.exec(text) ?? [];
  if (!isHostName(host) || host.endsWith('.')) return undefined;
  return {
    scheme: scheme?.toLowerCase() as RedirectSource['scheme'],
    host: host.toLowerCase(),
    path: normalPath(new URL(`http://host${path}`).pathname, 'cloudflare'),
  };
}
