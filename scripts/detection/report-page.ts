import { type Measurement, measure, type RuleScore, type Totals } from './measure.ts';

const share = (value: number): string => value.toFixed(4);

export function detectionReportPage(): string {
  const measurement = measure();
  return [
    '# Detection of sensitive data: recall and precision',
    '<!-- Written by `npm run detection-report`. Do not edit. -->',
    introduction(measurement),
    table(
      ['Rules', 'Recall', 'Precision', 'False alarms'],
      [totalsRow('all', measurement.all), totalsRow('on by themselves', measurement.on)],
    ),
    'Planted: values that had to be found. False alarms: findings that touch no planted value. A value that a second rule reports as well (nine digits near "passport" fit two countries) counts as found once and as no alarm.',
    table(
      ['Rule', 'On', 'Planted', 'Found', 'Recall', 'False alarms', 'Precision'],
      measurement.scores.map(ruleRow),
    ),
    '',
  ].join('\n\n');
}

function introduction({ documents, bytes, samples, clean, alarmedClean }: Measurement): string {
  const size = (bytes / 1024 ** 2).toFixed(1);
  return `${samples} samples of the catalog and ${documents.toLocaleString('en')} generated documents (${size} MiB): JSON APIs, HTML pages, logs, CSV, prose in six languages, minified JavaScript and source code, full of order numbers, UUIDs, hashes, timestamps, phone numbers and addresses. Every second document holds two sensitive values; the others hold look-alikes, such as the same with a wrong check digit. Of ${clean.toLocaleString('en')} clean documents ${alarmedClean} raised an alarm of any rule, all rules being on.`;
}

const totalsRow = (name: string, { recall, precision, falseAlarms }: Totals): string[] => [
  name,
  share(recall),
  share(precision),
  String(falseAlarms),
];

const ruleRow = ({ ref, isOn, planted, found, falseAlarms }: RuleScore): string[] => [
  `\`${ref}\``,
  isOn ? 'yes' : '',
  String(planted),
  String(found),
  share(found / planted),
  String(falseAlarms),
  share(found / (found + falseAlarms)),
];

const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, headings.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
