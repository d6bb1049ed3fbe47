import type { AlertType } from '../../../catalogs/alert-types/alert-type.ts';
import type { Alert } from '../../../contracts/alert.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const cadenceMs: Readonly<Record<AlertType['cadence'], number>> = {
  'at once': 0,
  hourly: HOUR_MS,
  daily: 24 * HOUR_MS,
};

/** A recipient without an interval gets at most this many messages about a subject in this window; further alerts wait. */
export const FLAPPING = { messages: 3, windowMs: 10 * MINUTE_MS };

/** Kinds of alerts whose repetitions within this time are dropped. */
const repetitionMs: Partial<Record<Alert['kind'], number>> = { event_spike: 2 * HOUR_MS };

/** Limits of the rate of messages to a recipient. */
export interface Pace {
  /** How long every message waits for further alerts. 0: it is sent at once. */
  readonly cadenceMs: number;
  /** Minimum time between two messages about a subject. */
  readonly intervalMs: number | undefined;
}

/** Earlier messages to a recipient about a subject. */
export interface History {
  /** Times of the latest messages, newest first; at most `FLAPPING.messages`. */
  readonly sentAt: readonly number[];
  /** When the pending message of the group is due. */
  readonly dueAt: number | undefined;
  readonly isSilenced: boolean;
}

export type Decision =
  | { readonly state: 'sent' | 'silenced' | 'dropped' }
  | { readonly state: 'waiting'; readonly dueAt: number };

/** Whether an alert is sent at once, waits for others, or is not sent. */
export function decide(kind: Alert['kind'], pace: Pace, history: History, now: number): Decision {
  if (history.isSilenced) return { state: 'silenced' };
  // A time in the future was stored before the clock was set back.
  const sentAt = history.sentAt.map((at) => Math.min(at, now));
  if (now < lastPlus(sentAt, repetitionMs[kind] ?? 0)) return { state: 'dropped' };
  if (history.dueAt !== undefined) return { state: 'waiting', dueAt: history.dueAt };
  const dueAt = earliest(pace, sentAt, now);
  return dueAt > now ? { state: 'waiting', dueAt } : { state: 'sent' };
}

/** When the next message may be sent. */
function earliest({ cadenceMs, intervalMs }: Pace, sentAt: readonly number[], now: number): number {
  const afterLast =
    intervalMs === undefined ? afterFlapping(sentAt, now) : lastPlus(sentAt, intervalMs);
  return Math.max(now + cadenceMs, afterLast);
}

function afterFlapping(sentAt: readonly number[], now: number): number {
  const { messages, windowMs } = FLAPPING;
  const recent = sentAt.filter((at) => at > now - windowMs);
  return recent.length < messages ? 0 : lastPlus(recent, windowMs);
}

function lastPlus([latest]: readonly number[], ms: number): number {
  return latest === undefined ? 0 : latest + ms;
}
