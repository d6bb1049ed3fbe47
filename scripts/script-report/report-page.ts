import { heldOutScores } from '../../src/detectors/script-classifier/samples/held-out-scores.ts';
import { maliciousSamples } from '../../src/detectors/script-classifier/samples/malicious-samples.ts';
import { secondSetScores } from '../../src/detectors/script-classifier/samples/second-set-scores.ts';
import type { ScriptScores } from '../../src/detectors/script-classifier/score.ts';
import { MALICIOUS_BELOW } from '../../src/detectors/script-classifier/score.ts';
import { readFigures } from '../script-corpus/figures.ts';
import type { MeasuredPair, MeasuredScript, Measurement } from './measure.ts';
import { strangersSection } from './strangers-section.ts';

const names = [
  'integrity',
  'magecart',
  'malware',
  'cryptomining',
  'obfuscation',
  'dataflow',
] as const satisfies readonly (keyof ScriptScores)[];

const headings = ['Integrity', 'Magecart', 'Malware', 'Mining', 'Obfuscation', 'Data flow'];

export function scriptReportPage(measurement: Measurement): string {
  const { plain, malicious, obfuscated, probes, secondSet, heldOut, areas } = measurement;
  return [
    '# Classification of scripts: own samples, scripts of strangers and the area under the curve',
    '<!-- Written by `npm run script-report`. Do not edit. -->',
    `Scores go from 1 (surely bad) to 99 (surely good); a script is malicious with an integrity below ${MALICIOUS_BELOW}. Plain: ${plain.length} published builds of well-known npm packages. Malicious: ${malicious.length} skimmers, miners, droppers, loaders and thieves, written for this project after techniques described in public; the rules were written for them, so they show what is covered, not how an unknown attack would score. Obfuscated: each of the packages again, processed by javascript-obfuscator with three presets in turn (defaults; short names and strings in base64; flattened control flow and numbers as expressions).`,
    table(
      ['Curve', 'Area'],
      [
        ['malicious against plain, integrity', area(areas.maliciousAgainstPlain)],
        ['malicious against plain and obfuscated, integrity', area(areas.maliciousAgainstAll)],
        ['obfuscated against plain, obfuscation', area(areas.obfuscatedAgainstPlain)],
        ['held out: malicious against ordinary, integrity', area(areas.heldOut)],
        [
          'held out: malicious against ordinary, plain and obfuscated, integrity',
          area(areas.heldOutAgainstAll),
        ],
        [
          'malicious and held-out malicious against everything else, integrity',
          area(areas.everything),
        ],
      ],
    ),
    table(
      [
        'Set',
        'Scripts',
        'Without scores',
        'Malicious',
        'Integrity: lowest, median, highest',
        'Obfuscation: lowest, median, highest',
      ],
      [
        setRow('plain', plain),
        setRow('malicious', malicious),
        setRow('obfuscated', obfuscated),
        setRow('probes, malicious', probes.malicious),
        setRow('probes, ordinary', probes.ordinary),
        setRow('second set, malicious', secondSet.malicious),
        setRow('second set, ordinary', secondSet.ordinary),
        setRow('held out, malicious', heldOut.malicious),
        setRow('held out, ordinary', heldOut.ordinary),
      ],
    ),
    'Scripts without scores are larger than 2 MB. Obfuscation alone is not malicious: obfuscated packages have a low obfuscation score and an integrity score that asks for a look at them.',
    ...strangersSection(readFigures()),
    '## Held out',
    heldOutText(heldOut),
    table(
      ['Script', 'First run', ...headings, 'Reasons'],
      (['malicious', 'ordinary'] as const).flatMap((kind) =>
        heldOut[kind].map((it) => [
          `${kind}: ${it.name}`,
          String(heldOutScores[kind][it.name]?.firstRun ?? '–'),
          ...cells(it),
          reasons(it),
        ]),
      ),
    ),
    '## Second set',
    secondSetText(),
    table(
      ['Script', 'First run', ...headings],
      (['malicious', 'ordinary'] as const).flatMap((kind) =>
        secondSet[kind].map((it) => [
          `${kind}: ${it.name}`,
          String(secondSetScores[kind][it.name] ?? '–'),
          ...cells(it),
        ]),
      ),
    ),
    '## Probes',
    'These scripts were written to find out what an earlier version missed or wrongly called malicious: it found 10 of 28 malicious ones, and called 3 of 10 ordinary ones malicious. The rules were then written for them, so they show what is covered now.',
    table(
      ['Script', ...headings],
      (['malicious', 'ordinary'] as const).flatMap((kind) =>
        probes[kind].map((it) => [`${kind}: ${it.name}`, ...cells(it)]),
      ),
    ),
    '## Malicious samples',
    table(
      ['Sample', 'Technique', ...headings],
      malicious.map((it) => [it.name, techniqueOf(it.name), ...cells(it)]),
    ),
    '## Packages, plain',
    table(
      ['Package', 'KB', ...headings, 'Reasons'],
      plain.map((it) => [it.name, size(it), ...cells(it), reasons(it)]),
    ),
    '## Packages, obfuscated',
    table(
      ['Package', 'KB', ...headings],
      obfuscated.map((it) => [it.name, size(it), ...cells(it)]),
    ),
    '',
  ].join('\n\n');
}

/** The figures for unknown scripts. */
function heldOutText({ malicious, ordinary }: MeasuredPair): string {
  const first = (kind: 'malicious' | 'ordinary'): number =>
    Object.values(heldOutScores[kind]).filter(({ firstRun }) => firstRun < MALICIOUS_BELOW).length;
  const now = (scripts: readonly MeasuredScript[]): number =>
    scoresOf(scripts, 'integrity').filter((score) => score < MALICIOUS_BELOW).length;
  return [
    'Realistic scripts in different styles, minified and not. They were written before their first run. Of all figures here those of the first run say most about unknown scripts, although rules and scripts have the same authors. Rules for the classes of the missed ones (forms led elsewhere, secret phrases of wallets, data in host names, payment forms that scripts make) were added later, with other samples and without reading these, so the figures of now are better than those of unknown scripts.',
    `First run: ${first('malicious')} of ${malicious.length} malicious scripts found, ${malicious.length - first('malicious')} missed; ${first('ordinary')} of ${ordinary.length} ordinary ones called malicious.`,
    `Now: ${now(malicious)} found, ${malicious.length - now(malicious)} missed; ${now(ordinary)} called malicious.`,
  ].join(' ');
}

/** The first run of the set, before rules were written for it. */
function secondSetText(): string {
  const first = (kind: 'malicious' | 'ordinary'): number =>
    Object.values(secondSetScores[kind]).filter((score) => score < MALICIOUS_BELOW).length;
  const all = Object.keys(secondSetScores.malicious).length;
  return `Held out until rules were written for it. On the first run ${first('malicious')} of ${all} malicious scripts were found, and ${first('ordinary')} ordinary ones were called malicious. Since then it shows what is covered.`;
}

const area = (value: number): string => value.toFixed(4);
const size = ({ bytes }: MeasuredScript): string => String(Math.round(bytes / 1024));

const techniqueOf = (name: string): string =>
  maliciousSamples.find((sample) => sample.name === name)?.technique ?? '';

function cells({ verdict }: MeasuredScript): string[] {
  return names.map((name) => (verdict.kind === 'scored' ? String(verdict.scores[name]) : '–'));
}

function reasons({ verdict }: MeasuredScript): string {
  if (verdict.kind !== 'scored') return verdict.kind;
  return verdict.reasons.map(({ family, id }) => `${family}/${id}`).join(', ');
}

function setRow(name: string, scripts: readonly MeasuredScript[]): string[] {
  const integrity = scoresOf(scripts, 'integrity');
  return [
    name,
    String(scripts.length),
    String(scripts.length - integrity.length),
    String(integrity.filter((score) => score < MALICIOUS_BELOW).length),
    spread(integrity),
    spread(scoresOf(scripts, 'obfuscation')),
  ];
}

const scoresOf = (scripts: readonly MeasuredScript[], name: keyof ScriptScores): number[] =>
  scripts
    .flatMap(({ verdict }) => (verdict.kind === 'scored' ? [verdict.scores[name]] : []))
    .sort((a, b) => a - b);

const spread = (sorted: readonly number[]): string =>
  [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].join(', ');

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, columns.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
