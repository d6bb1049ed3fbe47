import type {
  BuildFigures,
  CalibrationRow,
  CorpusFigures,
  Figures,
} from '../script-corpus/figures.ts';
import { shareText } from '../script-corpus/wilson.ts';

/** Figures of scripts from elsewhere, which are not in the repository. */
export function strangersSection({
  seen = {},
  heldBack = {},
  corpus = {},
  crossValidated = {},
  calibration = [],
  millisecondsPer100Kb,
}: Figures): string[] {
  return [
    '## Scripts of strangers',
    'Brackets contain the 95 % confidence interval (Wilson). The malicious scripts come from public sets; those that only load a script from elsewhere, or show code as text, are left out. Scripts of like structure are one family, of which the share that is found counts once. The published builds are files that pages load, at most three of a package, none of them from the list of packages below; rules were changed because of the seen ones; the held-back ones are of other packages and were measured once. What was mended because of them is not in their figures. The builds that were held back before these, 1,203, are among the seen ones now; when they were measured, 12 of them were called malicious (1.0 %), all of them SDKs. `sdk` are analytics, monitoring, consent, chat, login and payment SDKs.',
    table(
      ['Malicious scripts', 'Found', 'Families found'],
      Object.entries(corpus).map(([kind, it]) => [kind, ...corpusCells(it)]),
    ),
    table(
      ['Published builds', 'Called malicious', 'Which'],
      [...buildRows('seen', seen), ...buildRows('held back', heldBack)],
    ),
    'Points of features are fitted to the malicious scripts, the seen builds and the samples of the project. In a cross-validation each script is scored by points that were fitted without its family:',
    table(
      ['Scripts', 'Below 10', 'Families below 10'],
      Object.entries(crossValidated).map(([kind, it]) => [kind, ...corpusCells(it)]),
    ),
    'What a score means among these scripts. On real sites malicious scripts are far rarer than here, so that a lower share of each row is bad.',
    table(
      ['Score', 'Malicious', 'Ordinary', 'Share of malicious ones'],
      calibrationRows(calibration),
    ),
    ...(millisecondsPer100Kb === undefined
      ? []
      : [`Builds take ${millisecondsPer100Kb} ms of processor time for 100 KB on average.`]),
  ];
}

const corpusCells = ({ scripts, found, families, foundFamilies }: CorpusFigures): string[] => [
  shareText(found, scripts),
  `${foundFamilies} of ${families}`,
];

function buildRows(half: string, figures: Readonly<Record<string, BuildFigures>>): string[][] {
  const rows = Object.entries(figures).map(([kind, { scored, malicious }]) => [
    `${half}: ${kind}`,
    shareText(malicious.length, scored),
    malicious.join(', '),
  ]);
  const scored = sum(Object.values(figures).map((it) => it.scored));
  const malicious = sum(Object.values(figures).map((it) => it.malicious.length));
  return [...rows, [`${half}: all`, shareText(malicious, scored), '']];
}

const calibrationRows = (rows: readonly CalibrationRow[]): string[][] =>
  rows.map(({ from, bad, good }, at) => {
    const next = rows[at + 1]?.from;
    const range = next === undefined ? `${from} to 99` : `${from} to ${next - 1}`;
    return [range, String(bad), String(good), shareText(bad, bad + good)];
  });

const sum = (numbers: readonly number[]): number => numbers.reduce((all, it) => all + it, 0);

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, columns.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
