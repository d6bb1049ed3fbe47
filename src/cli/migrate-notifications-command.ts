import { Command, Option } from 'commander';
import { accountNamed, type NamedAccount } from '../tools/account-named.ts';
import type { ApiClient } from '../tools/api-client.ts';
import {
  type MigrationResult,
  migrateNotifications,
  policyName,
  readPlan,
} from '../tools/notifications/migrate-notifications.ts';
import type {
  MigrationPlan,
  PlannedPolicy,
  PoolWithEmail,
} from '../tools/notifications/plan-policies.ts';
import { withApi } from './api-command.ts';
import { migrationProgress } from './migration-progress.ts';
import { printJson } from './print-list.ts';
import { printTable } from './print-table.ts';

interface Flags {
  readonly apply?: boolean;
  readonly json?: boolean;
}

/** The most names that a message lists; further ones are only counted. */
const MAX_NAMES = 10;

export function migrateNotificationsCommand(): Command {
  const command = new Command('migrate-notifications')
    .description('Replace the notification emails of pools by notification policies of the account')
    .argument('<account>', 'id or name of the account')
    .addOption(new Option('--plan', 'only show what would be done (default)').conflicts('apply'))
    .option('--apply', 'create the policies, then remove the emails')
    .option('--json', 'print the plan or the result as JSON')
    .addHelpText(
      'after',
      `
Each address gets policies of the type load_balancing_health_alert for the same pools and changes of
health. What an enabled policy covers already gets no second one. No notification is lost or doubled on
the way, and a run that was interrupted can be repeated.`,
    );
  return withApi(command, async (api, wanted: string, flags: Flags) => {
    const account = await accountNamed(api, wanted);
    if (flags.apply) await apply(api, account, flags);
    else await showPlan(api, account, flags);
  });
}

async function showPlan(api: ApiClient, account: NamedAccount, { json }: Flags): Promise<void> {
  const plan = await readPlan({ api, accountId: account.id });
  if (json) printJson({ account, applied: false, ...planJson(plan) });
  else printPlan(account, plan);
}

async function apply(api: ApiClient, account: NamedAccount, { json }: Flags): Promise<void> {
  const progress = migrationProgress(process.stderr);
  const result = await migrateNotifications({
    api,
    accountId: account.id,
    onProgress: progress.show,
  }).finally(progress.end);
  if (json) printJson({ account, applied: true, ...resultJson(result) });
  else printResult(account, result);
}

function printPlan(account: NamedAccount, { total, pools, muted, policies }: Plan): void {
  if (pools.length === 0) {
    print(`None of the ${count(total, 'pool')} of ${account.name} has a notification email.`);
    return;
  }
  if (policies.length > 0) printPolicies(policies);
  else print('Existing policies cover everything: none is missing.');
  print(`Policies to create: ${policies.length}`);
  print(`Pools whose notification email is to be removed: ${pools.length} of ${total}`);
  printMuted(muted);
  print('Nothing was changed. To do this, run the command with --apply.');
}

type Plan = MigrationPlan & { readonly total: number };

function printResult(account: NamedAccount, result: MigrationResult): void {
  const { created, cleared, changed, muted, status } = result;
  if (created.length > 0) printPolicies(created);
  print(`Policies created: ${created.length}`);
  print(`Pools whose notification email was removed: ${cleared.length}`);
  printMuted(muted);
  if (changed.length > 0) {
    print(
      `Changed by others during the migration, and migrated in their latest state: ${names(changed)}`,
    );
  }
  print(
    `Pools of ${account.name} that still have a notification email: ${status.remaining} of ${status.total}`,
  );
}

function printPolicies(policies: readonly PlannedPolicy[]): void {
  printTable(
    ['ADDRESS', 'POOLS', 'SOURCES', 'NEW HEALTH', 'POLICY'],
    policies.map((policy) => [
      policy.address,
      String(policy.poolIds.length),
      policy.sources.join(', '),
      policy.healths.join(', '),
      policyName(policy),
    ]),
  );
}

function printMuted(muted: readonly PoolWithEmail[]): void {
  if (muted.length === 0) return;
  print(`Without a policy, because their notification_filter mutes everything: ${names(muted)}`);
}

function planJson({ total, pools, muted, policies }: Plan) {
  return {
    total,
    remaining: pools.length,
    pools: pools.map(poolJson),
    muted: muted.map(poolJson),
    policies: policies.map(policyJson),
  };
}

function resultJson({ created, cleared, changed, muted, status }: MigrationResult) {
  return {
    total: status.total,
    remaining: status.remaining,
    pools: cleared.map(poolJson),
    changed: changed.map(poolJson),
    muted: muted.map(poolJson),
    policies: created.map((policy) => ({ id: policy.id, ...policyJson(policy) })),
  };
}

const poolJson = ({ id, name, notification_email }: PoolWithEmail) => ({
  id,
  name,
  notification_email,
});

const policyJson = (policy: PlannedPolicy) => ({
  name: policyName(policy),
  email: policy.address,
  pool_id: policy.poolIds,
  event_source: policy.sources,
  new_health: policy.healths,
});

function names(pools: readonly PoolWithEmail[]): string {
  const shown = pools.slice(0, MAX_NAMES).map(({ name }) => name);
  const more = pools.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

const count = (value: number, noun: string) => `${value} ${noun}${value === 1 ? '' : 's'}`;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
