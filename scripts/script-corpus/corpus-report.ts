import { MALICIOUS_BELOW } from '../../src/detectors/script-classifier/score.ts';
import type { BuildFigures, CorpusFigures } from './figures.ts';
import { integrityOf, type MeasuredScript } from './measure-scripts.ts';
import { shareText } from './wilson.ts';

const BYTES = 100 * 1024;

/** A script with its score and its reasons, each with its place. */
export function scriptLine(script: MeasuredScript): string {
  const { group, name, bytes, verdict } = script;
  const head = `${integrityOf(script) ?? '–'}\t${group}\t${name}\t${Math.round(bytes / 1024)} KB`;
  if (verdict.kind !== 'scored') return `${head}\n    ${verdict.kind}: ${verdict.problem}\n`;
  const reasons = verdict.reasons.map(
    ({ family, id, points, line, column, isInHiddenCode }) =>
      `    ${points} ${family}/${id} ${line}:${column}${isInHiddenCode ? ' hidden' : ''}\n`,
  );
  return `${head}\n${reasons.join('')}`;
}

/** How many builds are called malicious, by kind. */
export const buildFigures = (measured: readonly MeasuredScript[]): Record<string, BuildFigures> =>
  byGroup(measured, (scripts) => ({
    builds: scripts.length,
    scored: scripts.filter((it) => integrityOf(it) !== undefined).length,
    malicious: scripts.filter(isFound).map(({ name }) => name),
  }));

/** How many malicious scripts are found, by kind. Scripts of like structure are a family. */
export const corpusFigures = (measured: readonly MeasuredScript[]): Record<string, CorpusFigures> =>
  byGroup(measured, (scripts) => {
    const families = [...Map.groupBy(scripts, ({ shape }) => shape).values()];
    const found = families.map((family) => family.filter(isFound).length / family.length);
    return {
      scripts: scripts.length,
      found: scripts.filter(isFound).length,
      families: families.length,
      foundFamilies: Number(sum(found).toFixed(1)),
    };
  });

export function millisecondsPer100Kb(measured: readonly MeasuredScript[]): number {
  const scored = measured.filter((it) => integrityOf(it) !== undefined);
  const bytes = sum(scored.map((it) => it.bytes));
  return Math.round(sum(scored.map((it) => it.milliseconds)) / (bytes / BYTES));
}

export function buildReport(measured: readonly MeasuredScript[]): string {
  const slowest = measured.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 5);
  return [
    ...Object.entries(buildFigures(measured)).map(
      ([kind, { scored, malicious }]) =>
        `${kind}: below ${MALICIOUS_BELOW}: ${shareText(malicious.length, scored)}`,
    ),
    `all: below ${MALICIOUS_BELOW}: ${shareText(
      measured.filter(isFound).length,
      measured.filter((it) => integrityOf(it) !== undefined).length,
    )}`,
    `${millisecondsPer100Kb(measured)} ms per 100 KB; slowest:`,
    ...slowest.map((it) => `  ${it.milliseconds.toFixed(0)} ms ${it.name} ${it.bytes} bytes`),
    '',
  ].join('\n');
}

export const corpusReport = (figures: Readonly<Record<string, CorpusFigures>>): string =>
  Object.entries(figures)
    .map(
      ([kind, { scripts, found, families, foundFamilies }]) =>
        `${kind}: ${shareText(found, scripts)}; families ${foundFamilies} of ${families}\n`,
    )
    .join('');

const isFound = (script: MeasuredScript): boolean =>
  (integrityOf(script) ?? MALICIOUS_BELOW) < MALICIOUS_BELOW;

const byGroup = <Value>(
  measured: readonly MeasuredScript[],
  figuresOf: (scripts: readonly MeasuredScript[]) => Value,
): Record<string, Value> =>
  Object.fromEntries(
    [...Map.groupBy(measured, ({ group }) => group)].map(([group, it]) => [group, figuresOf(it)]),
  );

const sum = (numbers: readonly number[]): number => numbers.reduce((all, it) => all + it, 0);
