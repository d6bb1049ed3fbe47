const HOUR_MS = 3_600_000;

/** The hours of usage that are stored: the current one and 23 before it. */
const HOURS = 24;

export const hourOf = (time: number): number => time - (time % HOUR_MS);

/** The first hour that is stored and shown. */
export const firstHour = (now: number): number => hourOf(now) - (HOURS - 1) * HOUR_MS;

export interface HourCount {
  readonly hourAt: number;
  readonly status: number;
  readonly requests: number;
}

export interface Usage {
  readonly since: number;
  readonly requests: number;
  /** Responses with a status from 400 on. */
  readonly errors: number;
  readonly byStatus: ReadonlyMap<number, number>;
  /** Oldest first, also those without requests. */
  readonly hours: readonly {
    readonly hourAt: number;
    readonly requests: number;
    readonly errors: number;
  }[];
}

export function usageOf(counts: readonly HourCount[], now: number): Usage {
  const since = firstHour(now);
  const byStatus = new Map<number, number>();
  for (const { status, requests } of counts) {
    byStatus.set(status, (byStatus.get(status) ?? 0) + requests);
  }
  const byHour = Map.groupBy(counts, ({ hourAt }) => hourAt);
  const hours = Array.from({ length: HOURS }, (_, n) => {
    const hourAt = since + n * HOUR_MS;
    return { hourAt, ...sumOf(byHour.get(hourAt) ?? []) };
  });
  return { since, ...sumOf(counts), byStatus, hours };
}

function sumOf(counts: readonly HourCount[]) {
  let requests = 0;
  let errors = 0;
  for (const count of counts) {
    requests += count.requests;
    if (count.status >= 400) errors += count.requests;
  }
  return { requests, errors };
}
