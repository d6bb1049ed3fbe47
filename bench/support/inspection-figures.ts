import { generatedBenign } from '../../scripts/attack-report/generated/benign.ts';
import { inspectRequest } from '../../src/detectors/attacks/inspect-request.ts';
import { type RequestReading, readRequest } from '../../src/request/read-request.ts';
import { inspectedValues } from '../../src/request/values/inspected-values.ts';
import type { Figure } from './benchmark.ts';

const WARM_UP_ROUNDS = 3;
const ROUNDS = 10;
/** Ordinary requests of each kind, and hostile texts of this length in a form. */
const OF_KIND = 20;
const LONG = 100_000;

/** Pieces that start many readers. */
const hostile = ["' or ", '<a ', '${a:-', ';sh -c ', '../', '{{', '{"a":[', '(select '];

/** Processor time of the detection alone: per ordinary request, and for bodies of 100 KB with nothing but one piece. */
export async function inspectionFigures(): Promise<Figure[]> {
  const read: (readonly RequestReading[])[] = [];
  for (const { bytes } of generatedBenign(OF_KIND)) read.push(await readingsOf(bytes));
  const micros = timesOf(read);
  const worst = await Promise.all(hostile.map(async (piece) => readingsOf(longForm(piece))));
  const quantile = (share: number) => micros[Math.floor(share * (micros.length - 1))] ?? 0;
  return [
    { what: 'detection per request, p50', value: quantile(0.5), unit: 'µs' },
    { what: 'detection per request, p90', value: quantile(0.9), unit: 'µs' },
    { what: 'detection per request, p99', value: quantile(0.99), unit: 'µs' },
    { what: '1 ms ÷ p99', value: 1000 / quantile(0.99), unit: '×', floor: 1 },
    { what: 'slowest of 100 KB', value: (timesOf(worst).at(-1) ?? 0) / 1000, unit: 'ms' },
  ];
}

async function readingsOf(bytes: Buffer): Promise<readonly RequestReading[]> {
  return (await readRequest(bytes, { receivedAt: 0 })).readings;
}

function longForm(piece: string): Buffer {
  const body = `text=${encodeURIComponent(piece.repeat(LONG / piece.length / 2))}`;
  const type = 'Content-Type: application/x-www-form-urlencoded';
  return Buffer.from(`POST / HTTP/1.1\r\nHost: shop.test\r\n${type}\r\n\r\n${body}`);
}

/** Microseconds in ascending order: the least of all rounds for each request, without the times in which others ran. */
function timesOf(read: readonly (readonly RequestReading[])[]): number[] {
  const times = read.map(() => Number.POSITIVE_INFINITY);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const [n, readings] of read.entries()) {
      const start = performance.now();
      // The readings keep their report, so it is made anew.
      inspectRequest(inspectedValues(readings));
      const micros = (performance.now() - start) * 1000;
      if (round >= 0) times[n] = Math.min(times[n] ?? micros, micros);
    }
  }
  return times.sort((a, b) => a - b);
}
