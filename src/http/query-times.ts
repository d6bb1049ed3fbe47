import { parseTimestamp } from '../kernel/timestamp.ts';
import { ApiError } from './api-error.ts';

const RELATIVE = /^-(\d{1,6})([smhd])$/;
const unitsMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** A query parameter that is a time, or how long ago it was. Throws an error with the name of the parameter. */
export function readTime(name: string, text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit = ''] = RELATIVE.exec(text) ?? [];
  if (count !== undefined) return Math.max(0, now - Number(count) * (unitsMs[unit] ?? 0));
  const time = parseTimestamp(text);
  if (time !== undefined && time >= 0) return time;
  throw invalidParameter(
    name,
    'must be a time, such as 2026-01-31T12:00:00Z, or a time ago, such as -1h',
  );
}

export function invalidParameter(name: string, problem: string): ApiError {
  return new ApiError('invalidQuery', { problem: `the parameter "${name}" ${problem}` });
}
