const ESCAPE = /%([0-9a-fA-F]{2})/g;
/** Characters that mean the same with and without an escape (RFC 3986, section 2.3). */
const UNRESERVED = /^[A-Za-z0-9._~-]$/;
const HEX = /^[0-9a-fA-F]$/;
const STRAY = /%[0-9a-fA-F]?$/;

/**
 * Normalises a path, so that equivalent paths are equal: needless escapes are decoded, others get upper-case digits,
 * and dot segments are resolved (RFC 3986, sections 5.2.4 and 6.2.2). With the type `cloudflare`, backslashes and
 * repeated slashes become one slash before that.
 */
export function normalPath(path: string, type: 'cloudflare' | 'rfc3986'): string {
  const plain = path.replace(ESCAPE, unescaped);
  return withoutDots(type === 'rfc3986' ? plain : mergeSlashes(plain));
}

function unescaped(written: string, digits: string, at: number, path: string): string {
  const character = String.fromCharCode(Number.parseInt(digits, 16));
  // After a stray percent sign, the decoded character would form a new escape.
  const wouldJoin = HEX.test(character) && STRAY.test(path.slice(Math.max(0, at - 2), at));
  return UNRESERVED.test(character) && !wouldJoin ? character : written.toUpperCase();
}

function mergeSlashes(path: string): string {
  return path.replace(/[/\\]+/g, '/');
}

function withoutDots(path: string): string {
  if (!path.includes('/.')) return path;
  const segments = path.split('/');
  const kept: string[] = [];
  for (const segment of segments.slice(1)) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  // A path that ends in a dot segment names a folder.
  const isFolder = ['.', '..'].includes(segments.at(-1) ?? '');
  return `/${kept.join('/')}${isFolder && kept.length > 0 ? '/' : ''}`;
}
