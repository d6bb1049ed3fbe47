import type { TaskQueue } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import { scopedTransaction } from '../../../resources/scoped-transaction.ts';
import type { TaskStore } from '../../../storage/task-store.ts';
import type { OriginProbe } from '../health/origin-probe.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { checkHealthCheck } from './health-check-check.ts';
import { healthCheckLimit, notFound, quotaExceeded } from './health-check-kind.ts';
import { toProbing } from './health-check-model.ts';
import { type HealthCheckPreview, healthCheckPreviewStore } from './health-check-preview-store.ts';
import type { HealthCheckDocument } from './health-check-schema.ts';
import type { HealthCheckSecrets } from './health-check-secrets.ts';

const QUEUE = 'health-check-preview';
/** A probe with five retries takes up to six time-outs, and may have to wait for a free slot. */
const TIMEOUT_MS = 600_000;

export interface HealthCheckPreviewServiceOptions {
  readonly database: LoadBalancingDatabase;
  readonly clock: Clock;
  readonly tasks: TaskStore;
  readonly secrets: HealthCheckSecrets;
  readonly origins: OriginProbe;
}

/** Probes once with a health check that is not saved. The probe runs in a task, so that the API call returns at once. */
export class HealthCheckPreviewService {
  readonly #options: HealthCheckPreviewServiceOptions;

  constructor(options: HealthCheckPreviewServiceOptions) {
    this.#options = options;
  }

  async create(zone: ZoneScope, document: HealthCheckDocument): Promise<HealthCheckPreview> {
    const limit = healthCheckLimit(zone);
    if (limit === 0) throw quotaExceeded({ limit });
    checkHealthCheck(document);
    const { database, clock, tasks, secrets } = this.#options;
    const write = {
      scope: zone,
      lock: `health check previews ${zone.id}`,
      capability: 'health-check:write',
    } as const;
    return await scopedTransaction(database, write, async (tx) => {
      const now = clock.now();
      const preview = await healthCheckPreviewStore.insert(tx, secrets, zone.id, document, now);
      await tasks.enqueue(tx, QUEUE, preview.id);
      return preview;
    });
  }

  async get({ id: zoneId }: Pick<ZoneScope, 'id'>, id: string): Promise<HealthCheckPreview> {
    const preview = await this.#find(id);
    if (preview?.zoneId !== zoneId) throw notFound(id);
    return preview;
  }

  async delete(zone: Pick<ZoneScope, 'id'>, id: string): Promise<void> {
    await this.get(zone, id);
    await this.#options.database.transaction((tx) => healthCheckPreviewStore.delete(tx, id));
  }

  /** The queue whose tasks probe. */
  queue(): TaskQueue {
    const { database, origins } = this.#options;
    return {
      name: QUEUE,
      concurrency: 4,
      maxAttempts: 3,
      // Previews are kept for an hour.
      maxAgeMs: 3_600_000,
      timeoutMs: TIMEOUT_MS,
      run: async ({ payload }, signal) => {
        const preview = await this.#find(String(payload));
        if (!preview) return;
        const { target, check } = toProbing(preview.document);
        const result = await origins.ask(target, check, signal);
        await database.transaction((tx) =>
          healthCheckPreviewStore.saveResult(tx, preview.id, result),
        );
      },
    };
  }

  #find(id: string): Promise<HealthCheckPreview | undefined> {
    const { database, secrets, clock } = this.#options;
    return healthCheckPreviewStore.find(database.read, secrets, id, clock.now());
  }
}
