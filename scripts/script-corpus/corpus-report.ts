import { MALICIOUS_BELOW } from '../../src/detectors/script-classifier/score.ts';
import { integrityOf, type MeasuredScript } from './measure-scripts.ts';
import { shareText } from './wilson.ts';

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

/** How many builds are called malicious, by kind, and how long they take. */
export function buildReport(measured: readonly MeasuredScript[]): string {
  const scored = measured.filter((it) => integrityOf(it) !== undefined);
  const bytes = sum(scored.map((it) => it.bytes));
  const slowest = [...measured].sort((a, b) => b.milliseconds - a.milliseconds).slice(0, 5);
  return [
    ...byGroup(measured).map(([group, scripts]) => groupLine(group, scripts)),
    groupLine('all', measured),
    `${(sum(scored.map((it) => it.milliseconds)) / (bytes / 102_400)).toFixed(0)} ms per 100 KB; slowest:`,
    ...slowest.map((it) => `  ${it.milliseconds.toFixed(0)} ms ${it.name} ${it.bytes} bytes`),
    '',
  ].join('\n');
}

/** How many malicious scripts are found, by kind; of families the share of each counts once. */
export function corpusReport(
  measured: readonly MeasuredScript[],
  families: readonly string[],
): string {
  const familyOf = new Map(measured.map((it, at) => [it, families[at] ?? '']));
  const lines = byGroup(measured).map(([group, scripts]) => {
    const found = scripts.filter(isFound);
    const grouped = [...Map.groupBy(scripts, (it) => familyOf.get(it) ?? '').values()];
    const foundFamilies = sum(
      grouped.map((family) => family.filter(isFound).length / family.length),
    );
    return `${group}: ${shareText(found.length, scripts.length)}; families ${foundFamilies.toFixed(1)} of ${grouped.length} = ${((foundFamilies / grouped.length) * 100).toFixed(1)} %`;
  });
  const all = shareText(measured.filter(isFound).length, measured.length);
  return [...lines, `all: ${all}`, ''].join('\n');
}

function groupLine(group: string, scripts: readonly MeasuredScript[]): string {
  const scored = scripts.filter((it) => integrityOf(it) !== undefined);
  const alarms = scored.filter(isFound);
  const packages = new Set(alarms.map(({ name }) => name.slice(0, name.indexOf('@', 1))));
  return `${group}: ${scripts.length} builds, ${scripts.length - scored.length} without scores; below ${MALICIOUS_BELOW}: ${shareText(alarms.length, scored.length)}, ${packages.size} packages`;
}

const isFound = (script: MeasuredScript): boolean => (integrityOf(script) ?? 99) < MALICIOUS_BELOW;

const byGroup = (measured: readonly MeasuredScript[]): [string, MeasuredScript[]][] => [
  ...Map.groupBy(measured, ({ group }) => group),
];

const sum = (numbers: readonly number[]): number => numbers.reduce((all, it) => all + it, 0);
