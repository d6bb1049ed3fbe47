import { writeFileSync } from 'node:fs';
import type { Judgement } from '../../../src/tools/waf/judge-request.ts';
import {
  type Counts,
  type Measurement,
  measureGenerated,
  type Surprise,
  sumOf,
} from './measure.ts';
import { attackReportPage } from './report-page.ts';

const PAGE = 'docs/reference/attack-report.md';

interface ReportOptions {
  readonly write: boolean;
  readonly show: string | undefined;
  readonly kind: string | undefined;
  readonly limit: number;
  readonly describe: (judgement: Judgement) => readonly string[];
}

/** Measures the generated set and prints its table; with options also missed or wrong requests, or writes the documentation page. */
export async function reportGenerated({
  write,
  show,
  kind,
  limit,
  describe,
}: ReportOptions): Promise<void> {
  const measurement = await measureGenerated();
  if (show !== undefined) {
    const surprises = show === 'wrong' ? measurement.wrong : measurement.missed;
    const chosen = surprises.filter(({ label }) => kind === undefined || label.startsWith(kind));
    for (const surprise of chosen.slice(0, limit)) print(surprise, describe);
  }
  for (const line of summary(measurement)) console.log(line);
  if (write) writeFileSync(PAGE, attackReportPage(measurement));
}

function summary({ families, kinds, shapes }: Measurement): string[] {
  const line = (name: string, { total, flagged, blocked }: Counts): string => {
    const cells = flagged.map((count, level) => `${count}/${blocked[level]}`.padStart(11));
    const share = ((100 * (flagged[0] ?? 0)) / total).toFixed(2).padStart(7);
    return `${name.padEnd(18)}${String(total).padStart(6)}${share} %${cells.join('')}`;
  };
  const silent = [...shapes].filter(([, counts]) => counts.silent > 0);
  return [
    'family             total  at PL1    flagged/blocked at PL1 to PL4',
    ...[...families].map(([name, counts]) => line(name, counts)),
    line('all attacks', sumOf(families.values())),
    line('harmless', sumOf(kinds.values())),
    ...[...kinds]
      .filter(([, { flagged }]) => (flagged[3] ?? 0) > 0)
      .map(([name, counts]) => `  ${line(name.slice(0, 16), counts)}`),
    `padded and neither found nor reported: ${silent.length === 0 ? 'none' : ''}`,
    ...silent.map(
      ([shape, { found, reported, silent: count }]) =>
        `  ${shape}: ${count} (found ${found}, reported ${reported})`,
    ),
  ];
}

function print({ label, bytes, judgement }: Surprise, describe: ReportOptions['describe']): void {
  console.log(`--- ${label}`);
  const text = bytes.toString('latin1');
  const [head = ''] = text.split('\r\n\r\n', 1);
  const own = head
    .split('\r\n')
    .filter((line) => !/^(?:host|accept[\w-]*|content-length):/i.test(line));
  console.log(`${own.join('\n')}\n\n${text.slice(head.length + 4)}`.slice(0, 1500));
  for (const line of judgement ? describe(judgement) : []) console.log(`    ${line}`);
}
