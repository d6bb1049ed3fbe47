/**
 * Wildcards: `*` matches any bytes, `\*` and `\\` are escapes, all other bytes match themselves, and
 * the whole value must match. The pieces between the stars are searched for from left to right, each
 * at its first position: no backtracking, so the time is bounded by value × pieces. Taking the first position
 * is also what makes every star take as little as it can.
 */
import { asciiLower } from '../ascii-case.ts';

/** The pieces of literal text between the stars; one piece when there is no star. */
function pieces(pattern: string): string[] {
  const result = [''];
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '*') {
      result.push('');
      continue;
    }
    if (pattern[at] === '\\') at += 1;
    result[result.length - 1] += pattern.charAt(at);
  }
  return result;
}

/** Why a pattern cannot be used; undefined when it can. */
export function wildcardProblem(pattern: string, maxStars: number): string | undefined {
  let stars = 0;
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '\\') {
      at += 1;
      const escaped = pattern[at];
      if (escaped !== '*' && escaped !== '\\') return 'wildcard contains an invalid escape';
    } else if (pattern[at] === '*') {
      stars += 1;
      if (pattern[at + 1] === '*') return 'wildcard contains a double star';
    }
  }
  return stars > maxStars ? `wildcard contains too many stars (limit: ${maxStars})` : undefined;
}

/** Makes a test of whole values. */
export function compileWildcard(pattern: string, strict: boolean): (value: string) => boolean {
  const parts = pieces(strict ? pattern : asciiLower(pattern));
  const test = matcher(parts);
  return strict ? test : (value) => test(asciiLower(value));
}

function matcher(parts: readonly string[]): (value: string) => boolean {
  const first = parts[0] ?? '';
  if (parts.length === 1) return (value) => value === first;
  const last = parts[parts.length - 1] ?? '';
  const shortest = first.length + last.length;
  if (parts.length === 2) {
    return (value) => value.length >= shortest && value.startsWith(first) && value.endsWith(last);
  }
  const middle = parts.slice(1, -1);
  return (value) => {
    if (value.length < shortest || !value.startsWith(first) || !value.endsWith(last)) return false;
    let at = first.length;
    for (const part of middle) {
      const found = value.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return at <= value.length - last.length;
  };
}

/** Makes a function that returns the text that each star matches, or undefined if the value does not match. */
export function compileWildcardCapture(
  pattern: string,
  strict: boolean,
): (value: string) => readonly string[] | undefined {
  const parts = pieces(strict ? pattern : asciiLower(pattern));
  const matches = matcher(parts);
  const first = parts[0] ?? '';
  const last = parts.length > 1 ? (parts[parts.length - 1] ?? '') : '';
  return (value) => {
    const subject = strict ? value : asciiLower(value);
    if (!matches(subject)) return undefined;
    const captures: string[] = [];
    let at = first.length;
    for (const part of parts.slice(1, -1)) {
      const found = subject.indexOf(part, at);
      captures.push(value.slice(at, found));
      at = found + part.length;
    }
    if (parts.length > 1) captures.push(value.slice(at, value.length - last.length));
    return captures;
  };
}

export function countStars(pattern: string): number {
  return pieces(pattern).length - 1;
}
