/**
 * How many of the attacks in files are found, and how many harmless requests are flagged. Files have one JSON object per
 * line, possibly gzipped: `kind` and either `request` (an HTTP/1.1 request in base64) or `value` (a single value, which is
 * put into a query argument and into a form).
 *
 *   npm run attack-report -- FILE… [--kind KIND] [--held-out | --all] [--show missed|wrong|found] [--limit N]
 *
 * Without `--held-out`, the third that is set aside by the shape of its payload is left out.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { AttackFinding } from '../src/detectors/attacks/attack-finding.ts';
import { inspectRequest } from '../src/detectors/attacks/inspect-request.ts';
import { readRequest } from '../src/request/read-request.ts';
import { inspectedValues } from '../src/request/values/inspected-values.ts';
import { isHeldOut } from './attack-report/held-out.ts';
import { requestsOf, type SampleRow } from './attack-report/sample-row.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kind: { type: 'string' },
    'held-out': { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    show: { type: 'string' },
    limit: { type: 'string', default: '50' },
  },
});

interface Judged {
  readonly row: SampleRow;
  readonly findings: readonly AttackFinding[];
}

const HARMLESS = 'benign';

const rows = positionals
  .flatMap(rowsIn)
  .filter(({ kind }) => !options.kind || kind === options.kind);
const chosen = rows.filter((row) => options.all || isHeldOut(row) === options['held-out']);
const judged: Judged[] = [];
for (const row of chosen) judged.push({ row, findings: await findingsIn(row) });
printTable();
if (options.show) printRows(options.show);

function rowsIn(file: string): SampleRow[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SampleRow);
}

/** The findings that occur in every form of the row: a value must be found in the query and in the form. */
async function findingsIn(row: SampleRow): Promise<readonly AttackFinding[]> {
  let fewest: readonly AttackFinding[] | undefined;
  for (const bytes of requestsOf(row)) {
    const { readings } = await readRequest(bytes, { receivedAt: 0 });
    const { findings } = inspectRequest(inspectedValues(readings));
    if (fewest === undefined || strongest(findings) < strongest(fewest)) fewest = findings;
  }
  return fewest ?? [];
}

/** 0 without findings, 3 with a clear one. */
function strongest(findings: readonly AttackFinding[]): number {
  return Math.max(
    0,
    ...findings.map(({ strength }) => ['', 'weak', 'likely', 'clear'].indexOf(strength)),
  );
}

function printTable(): void {
  const kinds = Map.groupBy(judged, ({ row }) => row.kind);
  for (const [kind, items] of kinds) {
    const counts = [0, 1, 2, 3].map(
      (s) => items.filter(({ findings }) => strongest(findings) === s).length,
    );
    const [none = 0, weak = 0, likely = 0, clear = 0] = counts;
    const share = (n: number) => `${((100 * n) / items.length).toFixed(2)} %`;
    console.log(
      `${kind.padEnd(8)} ${String(items.length).padStart(6)}  clear ${clear} (${share(clear)})  likely ${likely} (clear or likely ${share(clear + likely)})  weak ${weak}  none ${none}`,
    );
  }
}

function printRows(show: string): void {
  const isShown = ({ row, findings }: Judged): boolean => {
    const isFound = strongest(findings) >= 2;
    if (show === 'wrong') return row.kind === HARMLESS && findings.length > 0;
    return row.kind !== HARMLESS && isFound === (show === 'found');
  };
  for (const { row, findings } of judged.filter(isShown).slice(0, Number(options.limit))) {
    console.log(`--- ${row.kind}`);
    console.log(
      row.value ??
        Buffer.from(row.request ?? '', 'base64')
          .toString('latin1')
          .slice(0, 1500),
    );
    for (const { sign, strength, value, excerpt, views } of findings) {
      console.log(
        `    ${strength} ${sign} in ${value.place} ${value.name} [${views}]: ${JSON.stringify(excerpt)}`,
      );
    }
  }
}
