import type { Arrivals } from './chaos-table.ts';

export interface StoredBatch {
  readonly id: string;
  readonly text: string;
}

export interface Comparison extends Arrivals {
  readonly problems: readonly string[];
}

export interface Expected {
  /** Paths that must have arrived. */
  readonly wanted: ReadonlySet<string>;
  /** Whether a path may have arrived: it was requested in this round and passes the filter. */
  mayArrive(path: string): boolean;
  /** How many of the wanted lines may be missing. */
  readonly mayLose: number;
}

/** Compares the delivered lines with the requests, line by line. */
export function compareLines(batches: readonly StoredBatch[], expected: Expected): Comparison {
  const problems = new Set<string>();
  const byId = new Map<string, string>();
  for (const { id, text } of batches) {
    if ((byId.get(id) ?? text) !== text) problems.add(`two different batches have the id ${id}`);
    byId.set(id, text);
  }
  const arrived = new Set<string>();
  for (const text of byId.values()) {
    let last = 0;
    for (const line of text.trimEnd().split('\n')) {
      const { ClientRequestURI: path, EdgeStartTimestamp: time } = JSON.parse(line);
      if (time < last) problems.add('a batch is not ordered by time');
      last = time;
      if (arrived.has(path)) problems.add('a line is in two batches');
      arrived.add(path);
      if (!expected.mayArrive(path)) problems.add(`${path} does not belong here`);
    }
  }
  const missing = [...expected.wanted].filter((path) => !arrived.has(path)).length;
  if (missing > expected.mayLose) problems.add(`${missing} lines are missing`);
  return { lines: arrived.size, repeats: batches.length - byId.size, problems: [...problems] };
}
