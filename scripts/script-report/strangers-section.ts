import type { BuildFigures, CorpusFigures, Figures } from '../script-corpus/figures.ts';
import { shareText } from '../script-corpus/wilson.ts';

/** Figures of scripts from elsewhere, which are not in the repository. */
export function strangersSection({
  seen = {},
  heldBack = {},
  corpus = {},
  millisecondsPer100Kb,
}: Figures): string[] {
  return [
    '## Scripts of strangers',
    'Brackets contain the 95 % confidence interval (Wilson). The malicious scripts come from public sets; scripts of like structure are one family, of which the share that is found counts once. The published builds are files that pages load, at most three of a package, none of them from the list of packages below; half of the packages was held back and measured once; rules that were changed afterwards are not in its figures. `sdk` are analytics, monitoring, consent, chat, login and payment SDKs.',
    table(
      ['Malicious scripts', 'Found', 'Families found'],
      Object.entries(corpus).map(([kind, it]) => [kind, ...corpusCells(it)]),
    ),
    table(
      ['Published builds', 'Called malicious', 'Which'],
      [...buildRows('seen', seen), ...buildRows('held back', heldBack)],
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

const sum = (numbers: readonly number[]): number => numbers.reduce((all, it) => all + it, 0);

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, columns.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
