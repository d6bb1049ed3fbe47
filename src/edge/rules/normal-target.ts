/** What makes a path worth a closer look: escapes, backslashes, double slashes, dots after a slash. */
const ODD = /[%\\]|\/[/.]/;
const ESCAPE = /%([0-9a-fA-F]{2})/g;
/** Characters that mean the same with and without an escape (RFC 3986, section 2.3). */
const UNRESERVED = /^[A-Za-z0-9._~-]$/;
const HEX = /^[0-9a-fA-F]$/;
const STRAY = /%[0-9a-fA-F]?$/;

/**
 * A target with one spelling for what most servers take for the same path, so that no rule can be
 * avoided by another spelling: needless escapes are undone, others written in capitals, backslashes
 * and double slashes become one slash, and dot segments are resolved (RFC 3986, sections 5.2.4 and
 * 6.2.2). The query stays as it is. The origin gets what was sent.
 */
export function normalTarget(target: string): string {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  if (!ODD.test(path)) return target;
  const plain = path.replace(ESCAPE, unescaped).replaceAll('\\', '/');
  const normal = withoutDots(plain.replace(/\/{2,}/g, '/'));
  return mark === -1 ? normal : normal + target.slice(mark);
}

function unescaped(written: string, digits: string, at: number, path: string): string {
  const character = String.fromCharCode(Number.parseInt(digits, 16));
  // After a stray percent sign it would become a part of an escape that nobody wrote.
  const wouldJoin = HEX.test(character) && STRAY.test(path.slice(Math.max(0, at - 2), at));
  return UNRESERVED.test(character) && !wouldJoin ? character : written.toUpperCase();
}

function withoutDots(path: string): string {
  if (!path.includes('/.')) return path;
  const segments = path.split('/');
  const kept: string[] = [];
  for (const segment of segments.slice(1)) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  // What ends in a dot segment names a folder.
  const isFolder = ['.', '..'].includes(segments.at(-1) ?? '');
  return `/${kept.join('/')}${isFolder && kept.length > 0 ? '/' : ''}`;
}
