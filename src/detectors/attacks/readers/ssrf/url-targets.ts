/** A URL in a text, in parts. */
export interface UrlTarget {
  readonly start: number;
  readonly end: number;
  /** In lower case; empty for addresses without a scheme. */
  readonly scheme: string;
  readonly user: string;
  readonly host: string;
  readonly port: string;
  /** The path, in lower case, as far as it is telling. */
  readonly path: string;
}

/** White space is spelled out in these patterns: `\s` contains a byte of other characters. */

/** The beginning of a run of slashes, which lenient parsers take for two, and the authority behind it. */
const AUTHORITY = /(?<![\\/])[\\/]{2,6}([^ \t\r\n"'<>\\/?#,]{1,300})/g;
const SCHEME = /(?:^|[^a-z0-9+.-])([a-z][a-z0-9+.-]{1,15}):$/i;
const MAX_SCHEME = 18;
/** Behind a mark that ends the authority for some parsers and not for others. */
const SECOND_HOST = /^[#?\\]{1,3}@([^ \t\r\n"'<>\\/?#,:]{1,200})/;
const MAX_PATH = 80;
/** Behind an authority. */
const MAX_REST = 220;

/** The URLs in a text. Without a scheme, only one at the beginning counts. */
export function* urlTargets(text: string): Generator<UrlTarget> {
  for (const found of text.matchAll(AUTHORITY)) {
    const before = text.slice(Math.max(0, found.index - MAX_SCHEME), found.index);
    const scheme = SCHEME.exec(before)?.[1] ?? '';
    if (scheme === '' && before.trim() !== '') continue;
    const [written, authority = ''] = found;
    const end = found.index + written.length;
    const start = scheme === '' ? found.index : found.index - scheme.length - 1;
    const rest = text.slice(end, end + MAX_REST);
    yield targetOf(authority, rest, { start, end, scheme: scheme.toLowerCase() });
    const second = SECOND_HOST.exec(rest)?.[1];
    if (second === undefined) continue;
    yield targetOf(`${authority}@${second}`, rest, { start, end, scheme: scheme.toLowerCase() });
  }
}

function targetOf(
  authority: string,
  rest: string,
  { start, end, scheme }: Pick<UrlTarget, 'start' | 'end' | 'scheme'>,
): UrlTarget {
  const at = authority.lastIndexOf('@');
  const [, host = '', port = ''] =
    /^(\[[^\]]*\]|[^:]*):?(\d{0,5})/.exec(authority.slice(at + 1)) ?? [];
  return {
    start,
    end: end + (/^[^\s"'<>]{0,80}/.exec(rest)?.[0].length ?? 0),
    scheme,
    user: at === -1 ? '' : authority.slice(0, at),
    host,
    port,
    path: rest.slice(0, MAX_PATH).toLowerCase(),
  };
}
