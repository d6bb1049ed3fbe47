import { bucketsMs } from '../../kernel/counts/time-buckets.ts';
import type { FiguresKind } from './analytics-tables.ts';

const DAY_MS = bucketsMs.day;

export interface TrafficPeriod {
  readonly figures: FiguresKind;
  readonly name: 'minute' | 'five_minutes' | 'hour' | 'day';
  readonly ms: number;
  readonly keepDays: number;
}

const period = (
  figures: FiguresKind,
  name: TrafficPeriod['name'],
  keepDays: number,
): TrafficPeriod => ({ figures, name, ms: bucketsMs[name], keepDays });

/** The periods for which figures are stored, the shortest first. */
export const trafficPeriods: readonly TrafficPeriod[] = [
  period('sums', 'minute', 3),
  period('sums', 'hour', 62),
  period('sums', 'day', 400),
  period('tops', 'five_minutes', 1),
  period('tops', 'hour', 7),
  period('tops', 'day', 400),
];

export const periodsOf = (figures: FiguresKind) =>
  trafficPeriods.filter((each) => each.figures === figures);

/** The start of the oldest period that is kept. */
export function oldestKept({ ms, keepDays }: TrafficPeriod, now: number): number {
  return Math.floor((now - keepDays * DAY_MS) / ms) * ms;
}
