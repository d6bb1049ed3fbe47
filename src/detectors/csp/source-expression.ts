/** Source expressions, CSP Level 3 §2.3.1, exactly as in the grammar. The case of letters is kept. */
export type SourceExpression =
  | { readonly kind: 'scheme'; readonly scheme: string }
  | HostSource
  | { readonly kind: 'keyword'; readonly keyword: Keyword }
  | { readonly kind: 'nonce'; readonly value: string }
  | { readonly kind: 'hash'; readonly algorithm: HashAlgorithm; readonly value: string };

export interface HostSource {
  readonly kind: 'host';
  readonly scheme: string | undefined;
  /** `*`, a name, or a name with `*` as its left-most label. */
  readonly host: string;
  /** Digits or `*`. */
  readonly port: string | undefined;
  /** With its leading slash. */
  readonly path: string | undefined;
}

export const keywords = [
  'self',
  'unsafe-inline',
  'unsafe-eval',
  'strict-dynamic',
  'unsafe-hashes',
  'report-sample',
  'unsafe-allow-redirects',
  'wasm-unsafe-eval',
  'trusted-types-eval',
  'report-sha256',
  'report-sha384',
  'report-sha512',
] as const;
export type Keyword = (typeof keywords)[number];

const hashAlgorithms = ['sha256', 'sha384', 'sha512'] as const;
export type HashAlgorithm = (typeof hashAlgorithms)[number];

const SCHEME = '[A-Za-z][A-Za-z0-9+.\\-]*';
const HOST = '(?:\\*|(?:\\*\\.)?[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*\\.?)';
/** RFC 3986 `pchar` without `;` and `,`, which end directives and policies. */
const PCHAR = "(?:[A-Za-z0-9\\-._~!$&'()*+=:@]|%[0-9A-Fa-f]{2})";
const PATH = `/(?:${PCHAR}+(?:/${PCHAR}*)*)?`;
const BASE64 = '[A-Za-z0-9+/_-]+={0,2}';

const schemeSource = new RegExp(`^(${SCHEME}):$`);
const hostSource = new RegExp(`^(?:(${SCHEME})://)?(${HOST})(?::(\\d+|\\*))?(${PATH})?$`);
const nonceSource = new RegExp(`^'nonce-(${BASE64})'$`, 'i');
const hashSource = new RegExp(`^'(${hashAlgorithms.join('|')})-(${BASE64})'$`, 'i');

/** Undefined for a word that is not a source expression. */
export function parseSource(word: string): SourceExpression | undefined {
  return word.startsWith("'") ? parseQuoted(word) : (parseScheme(word) ?? parseHost(word));
}

function parseQuoted(word: string): SourceExpression | undefined {
  const keyword = keywords.find((each) => `'${each}'` === word.toLowerCase());
  if (keyword) return { kind: 'keyword', keyword };
  const nonce = nonceSource.exec(word)?.[1];
  if (nonce !== undefined) return { kind: 'nonce', value: nonce };
  const [, algorithm, value] = hashSource.exec(word) ?? [];
  if (algorithm === undefined || value === undefined) return undefined;
  return { kind: 'hash', algorithm: algorithm.toLowerCase() as HashAlgorithm, value };
}

function parseScheme(word: string): SourceExpression | undefined {
  const scheme = schemeSource.exec(word)?.[1];
  return scheme === undefined ? undefined : { kind: 'scheme', scheme };
}

function parseHost(word: string): SourceExpression | undefined {
  const [, scheme, host, port, path] = hostSource.exec(word) ?? [];
  return host === undefined ? undefined : { kind: 'host', scheme, host, port, path };
}

export function printSource(source: SourceExpression): string {
  switch (source.kind) {
    case 'scheme':
      return `${source.scheme}:`;
    case 'host': {
      const scheme = source.scheme === undefined ? '' : `${source.scheme}://`;
      const port = source.port === undefined ? '' : `:${source.port}`;
      return `${scheme}${source.host}${port}${source.path ?? ''}`;
    }
    case 'keyword':
      return `'${source.keyword}'`;
    case 'nonce':
      return `'nonce-${source.value}'`;
    case 'hash':
      return `'${source.algorithm}-${source.value}'`;
  }
}
