import type { TaskQueue } from '../../../contracts/job.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { TaskStore } from '../../../storage/task-store.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { checkMonitor } from '../monitors/monitor-check.ts';
import { type Monitor, toMonitor } from '../monitors/monitor-model.ts';
import type { MonitorDocument } from '../monitors/monitor-schema.ts';
import type { MonitorSecrets } from '../monitors/monitor-secrets.ts';
import { originKey, type Pool, toPool } from '../pools/pool-model.ts';
import type { PoolReadModel } from '../pools/pool-read-model.ts';
import type { PoolRecord } from '../pools/pool-schema.ts';
import { enabledOrigins } from './health-model.ts';
import { popHealthResponse } from './health-schema.ts';
import type { OriginProbe } from './origin-probe.ts';
import { type Preview, previewStore } from './preview-store.ts';

const QUEUE = 'health-preview';
/** A probe with five retries takes up to six time-outs, and may have to wait for a free slot. */
const TIMEOUT_MS = 600_000;

export interface PreviewServiceOptions {
  readonly database: LoadBalancingDatabase;
  readonly clock: Clock;
  readonly tasks: TaskStore;
  readonly secrets: MonitorSecrets;
  readonly pools: Pick<PoolReadModel, 'records'>;
  readonly origins: OriginProbe;
}

/** Probes pools once with a monitor that is not saved yet. The probes run in a task, so that the API call returns at once. */
export class PreviewService {
  readonly #options: PreviewServiceOptions;

  constructor(options: PreviewServiceOptions) {
    this.#options = options;
  }

  async create(
    accountId: string,
    pools: readonly PoolRecord[],
    monitor: MonitorDocument,
  ): Promise<Pick<Preview, 'id' | 'pools'>> {
    checkMonitor(monitor);
    const { database, clock, tasks, secrets } = this.#options;
    const names = Object.fromEntries(pools.map(({ id, document }) => [id, document.name]));
    const id = await database.transaction(async (tx) => {
      const preview = { accountId, monitor, pools: names };
      const previewId = await previewStore.insert(tx, secrets, preview, clock.now());
      await tasks.enqueue(tx, QUEUE, previewId);
      return previewId;
    });
    return { id, pools: names };
  }

  async get(accountId: string, id: string): Promise<Preview> {
    const preview = await this.#find(id);
    if (preview?.accountId !== accountId) {
      throw new ApiError('loadBalancingNotFound', { kind: 'preview', id });
    }
    return preview;
  }

  /** The queue whose tasks probe the pools. */
  queue(): TaskQueue {
    return {
      name: QUEUE,
      concurrency: 4,
      maxAttempts: 3,
      // Previews are kept for an hour.
      maxAgeMs: 3_600_000,
      timeoutMs: TIMEOUT_MS,
      run: async ({ payload }, signal) => {
        const preview = await this.#find(String(payload));
        if (preview) await this.#probe(preview, signal);
      },
    };
  }

  #find(id: string): Promise<Preview | undefined> {
    const { database, secrets, clock } = this.#options;
    return previewStore.find(database.read, secrets, id, clock.now());
  }

  async #probe({ id, accountId, pools, ...preview }: Preview, signal: AbortSignal): Promise<void> {
    const { database } = this.#options;
    const monitor = toMonitor({ id: '', accountId, document: preview.monitor });
    const records = await this.#options.pools.records(Object.keys(pools));
    const results = await Promise.all(
      records.map(async (record) => {
        const pool = toPool(record);
        return [pool.id, await this.#probePool(pool, monitor, signal)] as const;
      }),
    );
    await database.transaction((tx) =>
      previewStore.saveResults(tx, id, Object.fromEntries(results)),
    );
  }

  async #probePool(pool: Pool, monitor: Monitor, signal: AbortSignal) {
    const found = await Promise.all(
      enabledOrigins(pool).map(async (origin) => {
        const latest = await this.#options.origins.probe(origin, monitor, signal);
        return [originKey(origin), { healthy: latest.healthy, latest }] as const;
      }),
    );
    const up = found.filter(([, { healthy }]) => healthy).length;
    return popHealthResponse(pool, up >= pool.minimumOrigins, new Map(found));
  }
}
