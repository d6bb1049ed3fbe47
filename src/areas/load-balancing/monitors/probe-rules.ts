import { escapePointer } from '../../../http/validation.ts';
import { isHeaderName, isHeaderValue, isHostHeader } from '../../../kernel/host-name.ts';
import { invalid } from '../load-balancing-errors.ts';

const INTERVAL = { min: 10, max: 3600 };
/** Headers that the connection sets. */
const FIXED_HEADERS = ['connection', 'content-length', 'transfer-encoding'];

export interface ProbeTimes {
  readonly interval: number;
  readonly timeout: number;
  readonly retries: number;
}

/** Throws if the interval is out of range, or shorter than all attempts of one check together. */
export function checkProbeTimes({ interval, timeout, retries }: ProbeTimes): void {
  if (interval < INTERVAL.min || interval > INTERVAL.max) {
    const range = `${INTERVAL.min} to ${INTERVAL.max} seconds`;
    throw invalid('/interval', `the interval must be ${range}, not ${interval}`);
  }
  const longest = timeout * (retries + 1);
  if (longest > interval) {
    throw invalid(
      '/timeout',
      `one check can take ${longest} seconds (timeout ${timeout}, ${retries} retries), longer than the interval of ${interval}: lower "timeout" or "retries", or raise "interval"`,
    );
  }
}

export function checkProbePath(path: string, pointer: string): void {
  if (/^\/[\x21-\x7e]*$/.test(path)) return;
  throw invalid(pointer, 'the path must start with "/" and hold no spaces: write them as %20');
}

/** `refused`: further headers that must not be set, in lower case. */
export function checkProbeHeaders(
  header: Readonly<Record<string, readonly string[]>> = {},
  pointer: string,
  refused: readonly string[] = [],
): void {
  const fixed = new Set([...FIXED_HEADERS, ...refused]);
  for (const [name, values] of Object.entries(header)) {
    checkHeader(name, values, `${pointer}/${escapePointer(name)}`, fixed);
  }
}

function checkHeader(
  name: string,
  values: readonly string[],
  pointer: string,
  fixed: ReadonlySet<string>,
): void {
  if (!isHeaderName(name)) throw invalid(pointer, `"${name}" is not a header name`);
  const lower = name.toLowerCase();
  if (fixed.has(lower)) throw invalid(pointer, `${name} cannot be changed`);
  values.forEach((value, n) => {
    if (!isHeaderValue(value)) {
      throw invalid(
        `${pointer}/${n}`,
        'a header value must not contain line breaks or control characters',
      );
    }
    if (lower === 'host' && (n > 0 || !isHostHeader(value))) {
      throw invalid(`${pointer}/${n}`, 'Host needs exactly one value, a host name');
    }
  });
}
