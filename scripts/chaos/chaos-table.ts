/** The result of a round. */
export interface ChaosRow {
  readonly name: string;
  readonly requests: number;
  /** Lines that the spool dropped, as the node counts them. */
  readonly lost: number;
  readonly https: Arrivals;
  readonly s3: Arrivals;
  /** Peak memory of the shipping process, in MB. */
  readonly memory: number;
  readonly seconds: number;
  /** Empty if the round passed. */
  readonly problems: readonly string[];
}

export interface Arrivals {
  /** Distinct lines. */
  readonly lines: number;
  /** Whole batches that arrived more than once. */
  readonly repeats: number;
}

const widths = [46, 9, 7, 9, 8, 9, 8, 7, 7] as const;

export function printHead(): void {
  print(['trouble', 'requests', 'lost', 'https', 'repeats', 's3', 'repeats', 'MB', 's'], '');
}

export function printRow({
  name,
  requests,
  lost,
  https,
  s3,
  memory,
  seconds,
  problems,
}: ChaosRow): void {
  const cells = [name, requests, lost, https.lines, https.repeats, s3.lines, s3.repeats];
  print(
    [...cells, Math.round(memory), Math.round(seconds)],
    problems.length === 0 ? 'ok' : 'FAILED',
  );
  for (const problem of problems) process.stdout.write(`    ${problem}\n`);
}

function print(cells: readonly (string | number)[], verdict: string): void {
  const [name, ...figures] = cells.map(String);
  const padded = figures.map((text, n) => text.padStart(widths[n + 1] ?? 0));
  process.stdout.write(`${name?.padEnd(widths[0])}${padded.join('')}  ${verdict}\n`);
}
