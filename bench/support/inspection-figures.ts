import { inspectRequest } from '../../src/detectors/attacks/inspect-request.ts';
import { type RequestReading, readRequest } from '../../src/request/read-request.ts';
import { inspectedValues } from '../../src/request/values/inspected-values.ts';
import type { Figure } from './benchmark.ts';
import { ordinaryRequests } from './ordinary-requests.ts';

const ROUNDS = 30;

/** Processor time of the detection alone, per request, and for bodies of 100 KB. */
export async function inspectionFigures(): Promise<Figure[]> {
  const read: (readonly RequestReading[])[] = [];
  for (const request of ordinaryRequests()) {
    read.push((await readRequest(request, { receivedAt: 0 })).readings);
  }
  for (let round = 0; round < 3; round++) for (const readings of read) inspect(readings);
  const micros: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const readings of read) micros.push(timeOf(() => inspect(readings)));
  }
  micros.sort((a, b) => a - b);
  const quantile = (share: number) => micros[Math.floor(share * (micros.length - 1))] ?? 0;
  return [
    { what: 'detection per request, p50', value: quantile(0.5), unit: 'µs' },
    { what: 'detection per request, p90', value: quantile(0.9), unit: 'µs' },
    { what: 'requests per ms at p99', value: 1000 / quantile(0.99), unit: '/ms', floor: 1 },
  ];
}

function inspect(readings: readonly RequestReading[]): void {
  // The readings keep their report, so it is made anew.
  inspectRequest(inspectedValues(readings));
}

function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return (performance.now() - start) * 1000;
}
