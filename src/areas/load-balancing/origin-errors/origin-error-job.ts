import { setImmediate } from 'node:timers/promises';
import { type AlertOf, alertId } from '../../../contracts/alert.ts';
import type { ScheduledJob } from '../../../contracts/job.ts';
import { newHexId } from '../../../kernel/hex-id.ts';
import type { AlertOutbox } from '../../../storage/alert-outbox.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import { isIncident, KEEP_MS, type OriginCount, windowAt } from './origin-error-model.ts';
import { type OriginIncident, originIncidentStore } from './origin-incident-store.ts';
import { originMinuteStore } from './origin-minute-store.ts';
import type { OriginResultsOptions } from './origin-results-subscription.ts';
import { type Objective, watchedObjectives } from './watched-objectives.ts';

export interface OriginErrorJobOptions extends OriginResultsOptions {
  readonly alerts: AlertOutbox;
  readonly zones: Pick<ZoneDirectory, 'find'>;
}

/** What was counted, and when. */
interface Judged extends OriginCount {
  readonly from: number;
  readonly to: number;
}

/** Compares the last five minutes of the zones that policies watch with their objectives. */
export function originErrorJob(options: OriginErrorJobOptions): ScheduledJob {
  return {
    name: 'origin-errors',
    everyMs: 60_000,
    runsOn: 'cluster',
    timeoutMs: 50_000,
    async run(signal) {
      await judge(options, signal);
      await trim(options, signal);
    },
  };
}

async function judge(options: OriginErrorJobOptions, signal: AbortSignal): Promise<void> {
  const { database, clock, policies } = options;
  const incidents = await originIncidentStore.list(database.read);
  const open = new Map(incidents.map((each) => [keyOf(each), each]));
  const window = windowAt(clock.now());
  const sums = await originMinuteStore.sums(database.read, window.from, window.to);
  const zoneIds = new Set([...sums.keys(), ...incidents.map(({ zoneId }) => zoneId)]);
  if (zoneIds.size === 0) return;
  const objectives = await watchedObjectives(policies, zoneIds);
  for (const objective of objectives) {
    if (signal.aborted) return;
    const incident = open.get(keyOf(objective));
    open.delete(keyOf(objective));
    const count = sums.get(objective.zoneId) ?? { requests: 0, errors: 0 };
    const isOpen = isIncident(incident !== undefined, count, objective.slo);
    if (isOpen === (incident !== undefined)) continue;
    await change(options, objective, incident, { ...window, ...count });
    await setImmediate();
  }
  // No policy has these objectives any more: nobody is told.
  for (const incident of open.values()) {
    await database.transaction((tx) => originIncidentStore.close(tx, incident));
  }
}

const keyOf = ({ zoneId, slo }: Objective) => `${zoneId} ${slo}`;

/** Opens an incident, or closes the one that there is. */
async function change(
  { database, zones, alerts }: OriginErrorJobOptions,
  objective: Objective,
  before: OriginIncident | undefined,
  judged: Judged,
): Promise<void> {
  const zone = await zones.find(objective.zoneId);
  if (!zone) return;
  const incident = before ?? { ...objective, id: newHexId() };
  await database.transaction(async (tx) => {
    const isChanged = before
      ? await originIncidentStore.close(tx, before)
      : await originIncidentStore.open(tx, incident, judged.to);
    const phase = before ? 'end' : 'start';
    if (isChanged) await alerts.record(tx, [alertOf(incident, phase, zone.account.id, judged)]);
  });
}

function alertOf(
  { id, zoneId, slo }: OriginIncident,
  phase: 'start' | 'end',
  accountId: string,
  judged: Judged,
): AlertOf<'origin_errors'> {
  return {
    kind: 'origin_errors',
    version: 1,
    id: alertId('origin_errors', id, phase),
    accountId,
    at: judged.to,
    zoneId,
    incident: { id, phase },
    slo,
    ...judged,
  };
}

/** Each minute has a transaction of its own. */
async function trim(
  { database, clock }: OriginErrorJobOptions,
  signal: AbortSignal,
): Promise<void> {
  const before = clock.now() - KEEP_MS;
  const next = () => originMinuteStore.oldest(database.read);
  for (let oldest = await next(); oldest !== undefined && oldest < before; oldest = await next()) {
    if (signal.aborted) return;
    const minuteAt = oldest;
    await database.transaction((tx) => originMinuteStore.remove(tx, minuteAt));
    await setImmediate();
  }
}
