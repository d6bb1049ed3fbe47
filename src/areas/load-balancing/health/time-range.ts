import { ApiError } from '../../../http/api-error.ts';
import { Type } from '../../../kernel/schema.ts';
import { parseTimestamp } from '../../../kernel/timestamp.ts';

const Text = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));

/** Query members of a history. */
export const timeRangeQuery = { since: Text, until: Text };

/** Times in milliseconds; undefined: no bound. */
export interface TimeRange {
  readonly since: number | undefined;
  readonly until: number | undefined;
}

interface SentTimeRange {
  readonly since?: string;
  readonly until?: string;
}

export function toTimeRange({ since, until }: SentTimeRange): TimeRange {
  return { since: toTime('since', since), until: toTime('until', until) };
}

function toTime(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = parseTimestamp(text);
  if (time !== undefined) return time;
  const problem = `the parameter "${name}" must be a time, such as 2026-01-31T12:00:00Z`;
  throw new ApiError('invalidQuery', { problem });
}
