/** What the dot segments of a path do. */
export interface DotSegments {
  /** Levels above the folder in which the path starts. */
  readonly escapes: number;
  /** Number of segments that go up. */
  readonly ups: number;
  /** Segments that become dot segments when a filter removes `../` once. */
  readonly isDoubled: boolean;
  /** `..;`, which proxies take for a name, and Java servers for a dot segment with parameters. */
  readonly hasParameter: boolean;
  /** Backslashes around the dots. */
  readonly hasBackslash: boolean;
  /** Where it leads, in lower case, without a leading slash, drive or parameters. */
  readonly target: string;
}

/** Longer targets are of no interest. */
const MAX_TARGET = 300;
const PREFIX = /^(?:[a-z][a-z0-9+.-]*:\/{2,3}[^/\\]*|[a-z]:)/i;
const DOUBLED = /^\.{3,}$/;

/** Reads a path segment by segment, with slashes and backslashes alike. */
export function dotSegments(path: string): DotSegments {
  const prefix = PREFIX.exec(path)?.[0].length ?? 0;
  const segments = path.slice(prefix).split(/[/\\]/);
  const kept: string[] = [];
  let escapes = 0;
  let ups = 0;
  let isDoubled = false;
  let hasParameter = false;
  for (const [index, segment] of segments.entries()) {
    const name = withoutParameters(segment);
    const goesUpTwice = isDoubledUp(name, segments[index + 1]);
    if (name === '..' || goesUpTwice) {
      ups += 1;
      if (kept.pop() === undefined) escapes += 1;
      isDoubled ||= goesUpTwice;
      hasParameter ||= segment.length > name.length;
    } else if (name !== '' && name !== '.') kept.push(name);
  }
  const hasBackslash = ups > 0 && /\.\.\\(?!\/)|\\\.\.(?:\/|$)/.test(path);
  const target = targetOf(kept);
  return { escapes, ups, isDoubled, hasParameter, hasBackslash, target };
}

/** `....//` and `..././`. */
const isDoubledUp = (name: string, next: string | undefined): boolean =>
  DOUBLED.test(name) && (next === '' || next === '.') && name.length <= 4;

function withoutParameters(segment: string): string {
  const semicolon = segment.indexOf(';');
  return semicolon === -1 ? segment : segment.slice(0, semicolon);
}

function targetOf(segments: readonly string[]): string {
  let target = '';
  for (const segment of segments) {
    if (target.length > MAX_TARGET) break;
    target += target === '' ? segment : `/${segment}`;
  }
  return target.slice(0, MAX_TARGET).toLowerCase();
}
