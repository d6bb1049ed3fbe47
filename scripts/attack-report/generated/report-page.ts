import {
  type AttackFamily,
  attackFamilies,
} from '../../../src/catalogs/attacks/attack-families.ts';
import { benignKinds } from './benign.ts';
import { encodings } from './encodings.ts';
import { techniquesByFamily } from './families/families.ts';
import { type Counts, type Measurement, sumOf } from './measure.ts';
import { missedReasons } from './missed-reasons.ts';
import { type PlaceName, placeNamed } from './places.ts';

export function attackReportPage(measurement: Measurement): string {
  const { families, kinds, shapes, encodings: byEncoding, places } = measurement;
  return [
    '# Detection of attacks: found and flagged requests',
    '<!-- Written by `npm run attack-report -- --generated --write`. Do not edit. -->',
    introduction(measurement),
    'A request is found, or flagged, if the edge refuses it or a rule of the Managed Ruleset or of the OWASP Core Ruleset makes an event for it. It is blocked if the default action is to block or the edge refuses it. PL1 to PL4 are the paranoia levels of the core ruleset.',
    '## By family',
    levelTable('Attacks', 'found', [
      ...[...families].map(
        ([name, counts]) => [attackFamilies[name as AttackFamily].title, counts] as const,
      ),
      ['**All attacks**', sumOf(families.values())],
    ]),
    levelTable('Harmless requests', 'flagged', [
      ['**All harmless requests**', sumOf(kinds.values())],
    ]),
    '## Harmless requests by kind',
    levelTable(
      'Kind',
      'flagged',
      [...kinds].map(
        ([name, counts]) => [`${capital(name)}: ${benignKinds[name]?.means}`, counts] as const,
      ),
    ),
    '## Padding and nesting',
    'One clear attack of each of six languages in each shape. Reported: the attack is not found, but a finding or a gap names what was not inspected.',
    table(
      ['Shape', 'Found', 'Reported', 'Silent'],
      [...shapes].map(([shape, { found, reported, silent }]) => [
        shape,
        `${found}`,
        `${reported}`,
        `${silent}`,
      ]),
    ),
    '## By encoding',
    shareTable('Encoding', byEncoding, (name) => encodings[name]?.means ?? ''),
    '## By place',
    shareTable('Place', places, (name) => placeNamed(name as PlaceName).means),
    '## Techniques',
    techniqueTable(measurement),
    '## What is missed, and why',
    missedList(measurement),
    '',
  ].join('\n\n');
}

function introduction({ families, kinds, techniques }: Measurement): string {
  const number = (rows: ReadonlyMap<string, Counts>): string =>
    sumOf(rows.values()).total.toLocaleString('en');
  return `The project's own set, generated from a seed: ${number(families)} attacks by ${techniques.size} described techniques, in each of their variants and of the places and encodings that suit the language (\`scripts/attack-report/generated\`), and ${number(kinds)} harmless requests of ${kinds.size} kinds with words, values and structures chosen at random. It shares no request with the recorded sets that \`npm run attack-report -- FILE\` measures.`;
}

const LEVELS = [0, 1, 2, 3];

/** The fourth column on: share at each level. */
function levelTable(
  heading: string,
  verb: string,
  rows: readonly (readonly [string, Counts])[],
): string {
  return table(
    [
      heading,
      'Requests',
      ...LEVELS.map((level) => `PL${level + 1} ${verb}`),
      ...LEVELS.map((level) => `PL${level + 1} blocked`),
    ],
    rows.map(([name, { total, flagged, blocked }]) => [
      name,
      total.toLocaleString('en'),
      ...flagged.map((count) => share(count, total)),
      ...blocked.map((count) => share(count, total)),
    ]),
  );
}

function shareTable(
  heading: string,
  rows: ReadonlyMap<string, Counts>,
  meaning: (name: string) => string,
): string {
  return table(
    [heading, 'Meaning', 'Attacks', 'PL1 found', 'PL1 blocked'],
    [...rows].map(([name, { total, flagged, blocked }]) => [
      `\`${name}\``,
      meaning(name),
      `${total}`,
      share(flagged[0] ?? 0, total),
      share(blocked[0] ?? 0, total),
    ]),
  );
}

function techniqueTable({ techniques }: Measurement): string {
  return table(
    ['Technique', 'What it does', 'Needs', 'Attacks', 'PL1 found'],
    [...techniques].map(([name, { total, flagged }]) => {
      const [family = '', technique = ''] = name.split('/');
      const entry = techniquesByFamily[family as AttackFamily].techniques[technique];
      return [
        name,
        entry?.does ?? '',
        entry?.needs ?? '',
        `${total}`,
        share(flagged[0] ?? 0, total),
      ];
    }),
  );
}

function missedList({ techniques }: Measurement): string {
  const lines = [...techniques].flatMap(([name, { total, flagged }]) => {
    const missed = total - (flagged[0] ?? 0);
    return missed === 0
      ? []
      : [`- ${name}: ${missed} of ${total}. ${missedReasons[name] ?? ''}`.trim()];
  });
  return lines.length === 0 ? 'Nothing.' : lines.join('\n');
}

const share = (count: number, total: number): string =>
  total === 0 ? '' : `${((100 * count) / total).toFixed(count === 0 || count === total ? 0 : 1)} %`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, headings.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
