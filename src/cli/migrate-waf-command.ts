import { Command, Option } from 'commander';
import { accountNamed } from '../tools/account-named.ts';
import type { ApiClient } from '../tools/api-client.ts';
import { isDone, migrate } from '../tools/firewall-migration/migrate-zones.ts';
import { readOverview } from '../tools/firewall-migration/migration-overview.ts';
import { type MigrationStep, zoneMigration } from '../tools/firewall-migration/zone-migration.ts';
import { type NamedZone, zoneNamed } from '../tools/zone-named.ts';
import { withApi } from './api-command.ts';
import { confirm } from './confirm.ts';
import { migrateAccount } from './migrate-waf-account.ts';
import { migrationProgress } from './migration-progress.ts';
import { overviewJson, printOverview, printState, stateText } from './print-firewall-migration.ts';
import { printJson } from './print-list.ts';

interface Flags {
  readonly validate?: boolean;
  readonly finish?: boolean;
  readonly yes?: boolean;
  readonly all?: boolean;
  readonly json?: boolean;
}

/** About the time in which an edge process that does not report holds up the end. */
const LONGEST_WAIT_SECONDS = 120;

export function migrateWafCommand(): Command {
  const command = new Command('migrate-waf')
    .description('Move a zone from the previous managed rules to rulesets')
    .argument('<zone>', 'domain name or id of the zone; with --all, name or id of an account')
    .addOption(new Option('--plan', 'only show what would change (default)').conflicts(steps))
    .addOption(new Option('--validate', 'run both firewalls, and compare them').conflicts('finish'))
    .option('--finish', 'end the previous rules, and wait until they have ended')
    .option(
      '--all',
      'all zones of an account, one after the other; zones that are done are skipped',
    )
    .option('--yes', 'do not ask before a step')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
The command shows whether the zone can be migrated and what its configuration becomes, then asks. With both
firewalls running (enterprise zones only) it shows what they did with the requests so far. A finished migration
cannot be undone: to stop the new rules, switch them off in the entry point of the phase
http_request_firewall_managed. The exit code is 1 if a zone cannot be migrated or a step fails; a run that was
interrupted can be repeated.`,
    );
  return withApi(command, async (api, wanted: string, flags: Flags) => {
    const step = flags.validate ? 'validation' : flags.finish ? 'pending' : undefined;
    if (flags.all) {
      const isDone = await migrateAccount(api, await accountNamed(api, wanted), step, flags);
      if (!isDone) process.exitCode = 1;
      return;
    }
    const zone = await zoneNamed(api, wanted);
    if (step) await takeStep(api, zone, step, flags);
    else await showPlan(api, zone, flags);
  });
}

const steps = ['validate', 'finish'];

async function showPlan(api: ApiClient, zone: NamedZone, { json }: Flags): Promise<void> {
  const overview = await readOverview(api, zone);
  const { compatible, migration_state: state } = overview.check;
  if (json) printJson({ ...overviewJson(overview), step: null });
  else {
    printOverview(overview);
    printState(overview);
  }
  if (!compatible && !isDone('pending', state) && state !== 'pending') process.exitCode = 1;
}

async function takeStep(
  api: ApiClient,
  zone: NamedZone,
  step: MigrationStep,
  { yes, json }: Flags,
): Promise<void> {
  const overview = await readOverview(api, zone);
  const { migration_state: before } = overview.check;
  if (!json) printOverview(overview);
  if (!isDone(step, before) && before !== 'pending') {
    const migration = zoneMigration(api, zone.id);
    await migration.tryStep(step, await migration.config());
    await confirm(questionOf(step, zone), yes);
  }
  const progress = migrationProgress(process.stderr);
  const [phase, total] = ['seconds waited for the edge', LONGEST_WAIT_SECONDS];
  const state = await migrate(api, zone.id, step, (waitedMs) =>
    progress.show({ phase, done: Math.min(Math.floor(waitedMs / 1000), total), total }),
  ).finally(progress.end);
  if (json) {
    const status = await zoneMigration(api, zone.id).status();
    printJson({ ...overviewJson({ ...overview, status }), state, step });
  } else if (state !== before) process.stdout.write(`${zone.name}: ${stateText[state]}\n`);
}

function questionOf(step: MigrationStep, { name }: NamedZone): string {
  return step === 'validation'
    ? `Both firewalls of ${name} will run. Go ahead?`
    : `The previous managed rules of ${name} will end, which cannot be undone. Go ahead?`;
}
