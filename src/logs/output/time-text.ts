import type { TimestampFormat } from '../../contracts/shipping/shipping-job.ts';

type TimeText = (ms: number) => string;

/** Timestamp formats. Times have a resolution of milliseconds. */
export const timeTexts: Readonly<Record<TimestampFormat, { isText: boolean; write: TimeText }>> = {
  unixnano: { isText: false, write: nanoseconds },
  unix: { isText: false, write: (ms) => secondOf(ms).number },
  rfc3339: { isText: true, write: (ms) => `${secondOf(ms).date}Z` },
  rfc3339ms: { isText: true, write: (ms) => `${secondOf(ms).date}.${fractionOf(ms)}Z` },
  rfc3339ns: { isText: true, write: (ms) => `${secondOf(ms).date}.${nanosecondsOf(ms)}Z` },
};

function nanoseconds(ms: number): string {
  // Before 1970, and in its first second, the digits of second and fraction cannot be concatenated.
  if (ms < 1000) return String(BigInt(Math.trunc(ms)) * 1_000_000n);
  return secondOf(ms).number + nanosecondsOf(ms);
}

/** A second as a number, and as a date without time zone. */
interface SecondTexts {
  readonly at: number;
  readonly number: string;
  readonly date: string;
}

/** A cache of the last seconds, because formatting is slow and the lines of a batch span few seconds. Each second maps to one slot. */
const recent: SecondTexts[] = Array.from({ length: 64 }, () => textsOf(0));

function secondOf(ms: number): SecondTexts {
  const second = Math.floor(ms / 1000);
  const slot = ((second % recent.length) + recent.length) % recent.length;
  const known = recent[slot] as SecondTexts;
  if (known.at === second) return known;
  const texts = textsOf(second);
  recent[slot] = texts;
  return texts;
}

function textsOf(second: number): SecondTexts {
  const date = new Date(second * 1000).toISOString().slice(0, -5);
  return { at: second, number: String(second), date };
}

const fractions = Array.from({ length: 1000 }, (_, ms) => String(ms).padStart(3, '0'));

const nanosecondFractions = fractions.map((fraction) => `${fraction}000000`);

const fractionOf = (ms: number) => fractions[millisecondOf(ms)] as string;
const nanosecondsOf = (ms: number) => nanosecondFractions[millisecondOf(ms)] as string;

/** From 0 to 999. */
function millisecondOf(ms: number): number {
  return Math.floor(ms) - Math.floor(ms / 1000) * 1000;
}
