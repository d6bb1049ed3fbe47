import type { AlertType } from '../../../catalogs/alert-types/alert-type.ts';
import type { Alert } from '../../../contracts/alert.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const cadenceMs: Readonly<Record<AlertType['cadence'], number>> = {
  'at once': 0,
  hourly: HOUR_MS,
  daily: 24 * HOUR_MS,
};

/** A recipient without an interval gets so many messages about a subject in this time; then the rest waits. */
export const FLAPPING = { messages: 3, windowMs: 10 * MINUTE_MS };

/** Kinds of alerts that say nothing new if they happen again within this time. */
const repetitionMs: Partial<Record<Alert['kind'], number>> = { event_spike: 2 * HOUR_MS };

/** How a recipient wants to be notified. */
export interface Pace {
  /** Messages of this recipient always wait so long for further alerts. 0: they do not. */
  readonly cadenceMs: number;
  /** The least time between two messages about a subject. */
  readonly intervalMs: number | undefined;
}

/** What a recipient was sent about a subject before. */
export interface Past {
  /** When the latest messages were made, the latest first; at most `FLAPPING.messages`. */
  readonly sentAt: readonly number[];
  /** When the message is due that alerts are waiting for already. */
  readonly dueAt: number | undefined;
  readonly isSilenced: boolean;
}

export type Decision =
  | { readonly state: 'sent' | 'silenced' | 'dropped' }
  | { readonly state: 'waiting'; readonly dueAt: number };

/** Whether an alert is sent at once, waits for others, or is not sent at all. */
export function decide(kind: Alert['kind'], pace: Pace, past: Past, now: number): Decision {
  if (past.isSilenced) return { state: 'silenced' };
  // A message from the future was sent before the clock was set back.
  const sentAt = past.sentAt.map((at) => Math.min(at, now));
  if (now < lastPlus(sentAt, repetitionMs[kind] ?? 0)) return { state: 'dropped' };
  if (past.dueAt !== undefined) return { state: 'waiting', dueAt: past.dueAt };
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
