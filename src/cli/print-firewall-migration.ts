import type { MigrationComparison } from '../tools/firewall-migration/migration-comparison.ts';
import type { MigrationOverview } from '../tools/firewall-migration/migration-overview.ts';
import type { MigrationState } from '../tools/firewall-migration/zone-migration.ts';
import { printTable } from './print-table.ts';

/** The most rules of a comparison that are shown; `--json` has all. */
const MAX_RULES = 20;
/** The longest cell of a table; expressions can have thousands of characters. */
const MAX_CELL = 100;

export const stateText: Readonly<Record<MigrationState, string>> = {
  default: 'default: the plan of the zone has no previous managed rules',
  start: 'start: only the previous managed rules are in force',
  validation: 'validation: both firewalls run, the new one first',
  pending: 'pending: the previous managed rules end as soon as the edge runs the new ones',
  complete: 'complete: the previous managed rules have ended, and the new ones are in force',
};

/** The state of a zone, why it cannot be migrated, and what changes. */
export function printOverview({ zone, check, differences, comparison }: MigrationOverview): void {
  print(`${zone.name}: ${stateText[check.migration_state]}`);
  for (const { code, message } of openReasons(check))
    print(`Cannot be migrated: ${code}: ${message}`);
  if (differences.length > 0) {
    printTable(
      ['KIND', 'PREVIOUS', 'NEW'],
      differences.map(({ kind, previous, next }) => [kind, short(previous), short(next)]),
    );
  }
  if (comparison) printComparison(comparison);
}

/** What to run next. */
export function printState({ zone, check, canValidate }: MigrationOverview): void {
  const command = `palisade migrate-waf ${zone.name}`;
  const { compatible, migration_state: state } = check;
  if (state === 'pending') print(`To wait for the end, run ${command} --finish`);
  if (!compatible || state === 'complete') return;
  print('Nothing was changed.');
  if (state === 'start' && canValidate) {
    print(`To run both firewalls and compare them, run ${command} --validate`);
  }
  print(`To end the previous rules, which cannot be undone, run ${command} --finish`);
}

export function overviewJson(overview: MigrationOverview) {
  const { zone, check, status, differences, comparison } = overview;
  return {
    zone: { id: zone.id, name: zone.name },
    state: check.migration_state,
    compatible: check.compatible,
    reasons: check.reasons,
    old_waf_status: status.old_waf_status,
    new_waf_status: status.new_waf_status,
    differences,
    comparison: comparison ?? null,
  };
}

/** A finished migration is no problem. */
const openReasons = ({ reasons }: MigrationOverview['check']) =>
  reasons.filter(({ code }) => code !== 'already_migrated');

function printComparison({
  since,
  requests,
  rules,
  not_migrated: lost,
}: MigrationComparison): void {
  const { total, neither, old, new: fresh, both } = requests;
  print(`Requests since ${since}: ${total}`);
  printTable(
    ['STOPPED BY', 'REQUESTS'],
    [
      ['both', String(both)],
      ['only the previous rules', String(old)],
      ['only the new rules', String(fresh)],
      ['neither', String(neither)],
    ],
  );
  if (rules.length > 0) {
    printTable(
      ['FIREWALL', 'RULE', 'REQUESTS', 'ALONE', 'DESCRIPTION'],
      rules.slice(0, MAX_RULES).map((rule) => {
        const firewall = rule.firewall === 'old' ? 'previous' : 'new';
        const { id, requests: count, alone, description } = rule;
        return [firewall, id, String(count), String(alone), short(description)];
      }),
    );
  }
  if (rules.length > MAX_RULES)
    print(`and ${rules.length - MAX_RULES} more rules; --json shows all`);
  for (const { kind, id, description, mode } of lost) {
    print(`Not carried over: ${kind} ${id} ${description}: ${mode}`);
  }
}

const short = (text: string) => (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
