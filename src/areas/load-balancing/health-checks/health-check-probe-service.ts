import { type AlertOf, alertId } from '../../../contracts/alert.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { ConcurrencyLimit } from '../../../kernel/concurrency-limit.ts';
import type { ProbeResult } from '../../../outbound/probe/probe-check.ts';
import type { AlertOutbox } from '../../../storage/alert-outbox.ts';
import type { LoadBalancingDatabase, Tx } from '../load-balancing-tables.ts';
import { healthCheckEventStore } from './health-check-event-store.ts';
import { toProbing } from './health-check-model.ts';
import {
  type DueCheck,
  healthCheckProbeStore,
  type KnownState,
} from './health-check-probe-store.ts';
import { healthName, nextState } from './health-check-state.ts';

/** Many probes may end at once. API calls must not queue behind all of them for a database connection. */
const SAVES_AT_ONCE = 4;

export interface HealthCheckProbeServiceOptions {
  readonly database: LoadBalancingDatabase;
  readonly clock: Clock;
  readonly alerts: AlertOutbox;
}

/** Stores the results of probes, and records the resulting events and alerts. */
export class HealthCheckProbeService {
  readonly #options: HealthCheckProbeServiceOptions;
  readonly #saves = new ConcurrencyLimit(SAVES_AT_ONCE);

  constructor(options: HealthCheckProbeServiceOptions) {
    this.#options = options;
  }

  /** Results of a health check that was changed or deleted during the probe are outdated and dropped. */
  save(healthCheck: DueCheck, latest: ProbeResult, nextAt: number): Promise<void> {
    return this.#saves.run(() =>
      this.#options.database.transaction(async (tx) => {
        const known = await healthCheckProbeStore.plan(tx, healthCheck, nextAt);
        if (!known) return;
        const { thresholds } = toProbing(healthCheck.document);
        const state = nextState(known.state, latest, thresholds);
        const incident = await this.#record(tx, healthCheck, known, state.healthy, latest);
        await healthCheckProbeStore.save(tx, healthCheck.id, { state, incident });
      }),
    );
  }

  /** Records a change of health. Returns the incident that is open afterwards. */
  async #record(
    tx: Tx,
    healthCheck: DueCheck,
    { state: { healthy: was }, incident }: KnownState,
    healthy: boolean | undefined,
    latest: ProbeResult,
  ): Promise<string | undefined> {
    if (healthy === undefined || healthy === was) return incident;
    const at = this.#options.clock.now();
    const eventId = await healthCheckEventStore.insert(tx, healthCheck, {
      was,
      healthy,
      latest,
      at,
    });
    // A healthy first result is not worth an alert.
    if (healthy === (incident === undefined)) return incident;
    const id = alertId('health_check_status', healthCheck.id, eventId);
    const alert: AlertOf<'health_check_status'> = {
      kind: 'health_check_status',
      version: 1,
      id,
      accountId: healthCheck.accountId,
      zoneId: healthCheck.zoneId,
      at,
      incident: healthy ? { id: incident ?? id, phase: 'end' } : { id, phase: 'start' },
      healthCheckId: healthCheck.id,
      healthCheckName: healthCheck.document.name,
      address: healthCheck.document.address,
      healthBefore: healthName(was),
      healthCheckEventId: eventId,
      failureReason: latest.failureReason,
      responseCode: latest.responseCode ?? null,
    };
    await this.#options.alerts.record(tx, [alert]);
    return healthy ? undefined : id;
  }
}
