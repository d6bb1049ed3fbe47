import type { NamedAccount } from '../tools/account-named.ts';
import type { ApiClient } from '../tools/api-client.ts';
import {
  checkZones,
  isDone,
  migrateZones,
  type ZoneCheck,
  type ZoneOutcome,
} from '../tools/firewall-migration/migrate-zones.ts';
import type { MigrationStep } from '../tools/firewall-migration/zone-migration.ts';
import { listAll } from '../tools/list-all.ts';
import type { NamedZone } from '../tools/zone-named.ts';
import { confirm } from './confirm.ts';
import { migrationProgress } from './migration-progress.ts';
import { type ListForm, printList } from './print-list.ts';

interface Flags {
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** The plan, or a step, for all zones of an account. False if one cannot be migrated, or has failed. */
export async function migrateAccount(
  api: ApiClient,
  account: NamedAccount,
  step: MigrationStep | undefined,
  { yes, json = false }: Flags,
): Promise<boolean> {
  const zones = await listAll<NamedZone>(api, `/zones?account.id=${account.id}`);
  const progress = migrationProgress(process.stderr);
  const options = { api, onProgress: progress.show };
  const checks = await checkZones(options, zones).finally(progress.end);
  if (!step) {
    printList(checks, planForm, { json });
    return checks.every((check) => check.compatible || isOver(check));
  }
  const left = checks.filter(({ migration_state: state }) => !isDone(step, state));
  if (!json) printList(checks, planForm, {});
  if (left.length > 0) await confirm(questionOf(step, left.length, account), yes);
  const outcomes = await migrateZones(options, checks, step).finally(progress.end);
  printList(outcomes, outcomeForm, { json });
  return outcomes.every(({ problem }) => problem === undefined);
}

const isOver = ({ migration_state: state }: ZoneCheck) =>
  isDone('pending', state) || state === 'pending';

const planForm: ListForm<ZoneCheck> = {
  columns: {
    ZONE: ({ zone }) => zone.name,
    STATE: ({ migration_state: state }) => state,
    'CAN BE MIGRATED': (check) => {
      if (isOver(check)) return 'nothing to do';
      const codes = check.reasons.map(({ code }) => code);
      return codes.length === 0 ? 'yes' : `no: ${codes.join(', ')}`;
    },
  },
  json: ({ zone, migration_state: state, compatible, reasons }) => ({
    zone: { id: zone.id, name: zone.name },
    state,
    compatible,
    reasons,
  }),
};

const outcomeForm: ListForm<ZoneOutcome> = {
  columns: {
    ZONE: ({ zone }) => zone.name,
    STATE: ({ state }) => state,
    PROBLEM: ({ problem = '' }) => problem,
  },
  json: ({ zone, state, problem = null }) => ({
    zone: { id: zone.id, name: zone.name },
    state,
    problem,
  }),
};

function questionOf(step: MigrationStep, count: number, { name }: NamedAccount): string {
  const zones = `${count} ${count === 1 ? 'zone' : 'zones'} of ${name}`;
  return step === 'validation'
    ? `Both firewalls of ${zones} will run. Go ahead?`
    : `The previous managed rules of ${zones} will end, which cannot be undone. Go ahead?`;
}
