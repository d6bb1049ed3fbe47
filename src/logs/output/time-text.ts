import type { TimestampFormat } from '../../contracts/shipping/shipping-job.ts';

type TimeText = (ms: number) => string;

/** Times as jobs want them written. Whole milliseconds are all that is known. */
export const timeTexts: Readonly<Record<TimestampFormat, { isText: boolean; write: TimeText }>> = {
  unixnano: { isText: false, write: (ms) => (ms === 0 ? '0' : `${Math.trunc(ms)}000000`) },
  unix: { isText: false, write: (ms) => String(Math.floor(ms / 1000)) },
  rfc3339: { isText: true, write: (ms) => `${secondText(ms)}Z` },
  rfc3339ms: { isText: true, write: (ms) => `${secondText(ms)}.${fraction(ms)}Z` },
  rfc3339ns: { isText: true, write: (ms) => `${secondText(ms)}.${fraction(ms)}000000Z` },
};

let lastSecond = Number.NaN;
let lastText = '';

/** Lines of a batch are of few seconds, and dates take long to write. */
function secondText(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== lastSecond) {
    lastText = new Date(second * 1000).toISOString().slice(0, -5);
    lastSecond = second;
  }
  return lastText;
}

function fraction(ms: number): string {
  return String(1000 + (((Math.trunc(ms) % 1000) + 1000) % 1000)).slice(1);
}
