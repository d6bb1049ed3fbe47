/**
 * How many of the attacks in files are found, and how many harmless requests are flagged. Files have one JSON object per
 * line, possibly gzipped: `kind` and either `request` (an HTTP/1.1 request in base64) or `value` (a single value, which is
 * put into a query argument and into a form).
 *
 *   npm run attack-report -- FILE… [--kind KIND] [--held-out | --all] [--equal] [--show missed|wrong|found] [--limit N]
 *
 * A request is flagged if the edge refuses it or if the Managed Ruleset or the OWASP Core Ruleset makes an event for it, both
 * without overrides. Without `--held-out`, the third that is set aside by the shape of its payload is left out. With `--equal`,
 * all requests get the same host and the same headers of a browser.
 *
 *   npm run attack-report -- --generated [--write] [--show missed|wrong] [--kind FAMILY] [--limit N]
 *
 * measures the project's own generated set, and with `--write` writes docs/reference/attack-report.md.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { AttackFinding } from '../src/detectors/attacks/attack-finding.ts';
import { readRequest } from '../src/request/read-request.ts';
import { type Decision, type Judgement, judgeRequest } from '../src/tools/waf/judge-request.ts';
import { withEqualHeaders } from './attack-report/equal-headers.ts';
import { reportGenerated } from './attack-report/generated/report-generated.ts';
import { isHeldOut } from './attack-report/held-out.ts';
import { requestsOf, type SampleRow } from './attack-report/sample-row.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kind: { type: 'string' },
    'held-out': { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    equal: { type: 'boolean', default: false },
    show: { type: 'string' },
    limit: { type: 'string', default: '50' },
    generated: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

interface Judged {
  readonly row: SampleRow;
  readonly judgement: Judgement;
}

const HARMLESS = 'benign';
const decisions = ['pass', 'log', 'block', 'refuse'] as const;

const rows = positionals
  .flatMap(rowsIn)
  .filter(({ kind }) => !options.kind || kind === options.kind);
const chosen = rows.filter((row) => options.all || isHeldOut(row) === options['held-out']);
const judged: Judged[] = [];
for (const row of chosen) judged.push({ row, judgement: await judgementOf(row) });
if (options.generated) {
  const { write, show, kind, limit } = options;
  await reportGenerated({ write, show, kind, limit: Number(limit), describe: judgementLines });
} else printTable();
if (options.show && !options.generated) printRows(options.show);

function rowsIn(file: string): SampleRow[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SampleRow);
}

/** The mildest judgement of the requests of a row: an attack must be found in the query and in the form. */
async function judgementOf(row: SampleRow): Promise<Judgement> {
  let mildest: Judgement | undefined;
  for (const sent of requestsOf(row)) {
    const bytes = options.equal ? withEqualHeaders(sent) : sent;
    const judgement = judgeRequest(await readRequest(bytes, { receivedAt: 0 }));
    if (mildest === undefined || isMilder(judgement, mildest)) mildest = judgement;
  }
  return mildest as Judgement; // every row has a request
}

function decisionOf({ levels: [first] }: Judgement): Decision {
  return first?.decision ?? 'pass';
}

function isMilder(one: Judgement, other: Judgement): boolean {
  return decisions.indexOf(decisionOf(one)) < decisions.indexOf(decisionOf(other));
}

function printTable(): void {
  for (const [kind, items] of Map.groupBy(judged, ({ row }) => row.kind)) {
    const counts = decisions.map(
      (decision) => items.filter(({ judgement }) => decisionOf(judgement) === decision).length,
    );
    const [passed = 0, logged = 0, blocked = 0, refused = 0] = counts;
    const share = (n: number) => `${((100 * n) / items.length).toFixed(2)} %`;
    const stopped = blocked + refused;
    console.log(
      `${kind.padEnd(8)} ${items.length}  flagged ${stopped + logged} (${share(stopped + logged)})  blocked ${stopped} (${share(stopped)}; refused ${refused})  passed ${passed}`,
    );
    const scores = [25, 40, 60].map((least) => {
      const reached = items.filter(({ judgement }) => (judgement.levels[1]?.total ?? 0) >= least);
      return `${least}: ${reached.length} (${share(reached.length)})`;
    });
    console.log(`         core score at PL2 ${scores.join(', ')}`);
  }
}

function printRows(show: string): void {
  const isShown = ({ row, judgement }: Judged): boolean => {
    const isFlagged = decisionOf(judgement) !== 'pass';
    if (show === 'wrong') return row.kind === HARMLESS && isFlagged;
    return row.kind !== HARMLESS && isFlagged === (show === 'found');
  };
  for (const { row, judgement } of judged.filter(isShown).slice(0, Number(options.limit))) {
    console.log(`--- ${row.kind} ${decisionOf(judgement)}`);
    const text = row.value ?? Buffer.from(row.request ?? '', 'base64').toString('latin1');
    console.log(text.slice(0, 1500));
    for (const line of judgementLines(judgement)) console.log(`    ${line}`);
  }
}

function judgementLines({ matched, report }: Judgement): string[] {
  return [...matched.map(({ ref }) => ref), ...report.findings.map(describe)];
}

function describe({ sign, strength, value, excerpt, views }: AttackFinding): string {
  return `${strength} ${sign} in ${value.place} ${value.name} [${views}]: ${JSON.stringify(excerpt)}`;
}
