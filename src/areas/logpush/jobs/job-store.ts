import type { Period } from '../../../contracts/shipping/shipping-job.ts';
import type { TextSealer } from '../../../kernel/sealed-text.ts';
import type { ResourceStore } from '../../../resources/resource-model.ts';
import { ownerId, type Scope } from '../../../resources/scope.ts';
import { storedDestination } from '../destinations/destination-check.ts';
import type {
  Db,
  LogpushJobNodeTable,
  LogpushJobTable,
  LogpushTables,
  Tx,
} from '../logpush-tables.ts';
import { nextNumber, raiseNumber } from '../number-store.ts';
import type { Job, JobNode } from './job-model.ts';

const ownerColumns = { zone: 'zone_id', account: 'account_id' } as const;
const LAST_JOB = 'job';

/** Jobs, with destinations sealed. */
export class JobStore implements ResourceStore<Job, Scope, LogpushTables> {
  readonly #sealer: TextSealer;

  constructor(sealer: TextSealer) {
    this.#sealer = sealer;
  }

  async find(db: Db, scope: Scope, id: string): Promise<Job | undefined> {
    const rows = await owned(db, scope).selectAll().where('id', '=', Number(id)).execute();
    return (await this.#jobsOf(db, rows))[0];
  }

  /** In the order in which they were created. */
  async list(db: Db, scope: Scope, dataset?: string): Promise<Job[]> {
    let query = owned(db, scope).selectAll();
    if (dataset !== undefined) query = query.where('dataset', '=', dataset);
    return await this.#jobsOf(db, await query.orderBy('id').execute());
  }

  async findAll(db: Db, ids: readonly number[] | 'all'): Promise<Job[]> {
    if (ids.length === 0) return [];
    let query = db.selectFrom('logpush_jobs').selectAll();
    if (ids !== 'all') query = query.where('id', 'in', [...ids]);
    return await this.#jobsOf(db, await query.orderBy('id').execute());
  }

  /** The enabled jobs of zones that ship a dataset. */
  async listEnabled(db: Db, dataset: string, zoneIds: readonly string[] | 'all'): Promise<Job[]> {
    let query = db
      .selectFrom('logpush_jobs')
      .selectAll()
      .where('dataset', '=', dataset)
      .where('enabled', '=', 1)
      .where('zone_id', 'is not', null);
    if (zoneIds !== 'all') query = query.where('zone_id', 'in', [...zoneIds]);
    return await this.#jobsOf(db, await query.orderBy('id').execute());
  }

  async count(db: Db, scope: Scope): Promise<number> {
    const { count } = await owned(db, scope)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Whether a job of the scope has a destination with this address. */
  async hasDestination(db: Db, scope: Scope, address: string): Promise<boolean> {
    const row = await owned(db, scope)
      .select('id')
      .where('destination_key', '=', this.#sealer.hash(address))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async insert(db: Db, job: Job): Promise<void> {
    await db.insertInto('logpush_jobs').values(this.#rowOf(job)).execute();
    await raiseNumber(db, LAST_JOB, Number(job.id));
  }

  async update(db: Db, job: Job): Promise<void> {
    const { destination, destination_key, ...row } = this.#rowOf(job);
    // A destination that this node cannot decrypt stays unchanged, for nodes that have its key.
    const isReadable = job.document.destination_conf !== '';
    await db
      .updateTable('logpush_jobs')
      .set(isReadable ? { ...row, destination, destination_key } : row)
      .where('id', '=', row.id)
      .execute();
  }

  async delete(db: Db, id: string): Promise<void> {
    await db.deleteFrom('logpush_jobs').where('id', '=', Number(id)).execute();
  }

  /** Ids are never reused: nodes store the state of jobs by id. */
  async nextId(tx: Tx): Promise<string> {
    return String(await nextNumber(tx, LAST_JOB));
  }

  async #jobsOf(db: Db, rows: readonly LogpushJobTable[]): Promise<Job[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const nodes = await db
      .selectFrom('logpush_job_nodes')
      .selectAll()
      .where('job_id', 'in', ids)
      .orderBy('node')
      .execute();
    const byJob = Map.groupBy(nodes, ({ job_id }) => job_id);
    return rows.map((row) => this.#jobOf(row, byJob.get(row.id) ?? []));
  }

  #jobOf(row: LogpushJobTable, nodes: readonly LogpushJobNodeTable[]): Job {
    const destination = this.#sealer.open(row.destination, contextOf(row.id)) ?? '';
    return {
      id: String(row.id),
      owner:
        row.zone_id === null
          ? { kind: 'account', id: row.account_id ?? '' }
          : { kind: 'zone', id: row.zone_id },
      version: row.version,
      enabledAt: row.enabled_at,
      periods: periodsOf(row),
      retriedAt: row.retried_at,
      createdAt: row.created_at,
      modifiedAt: row.modified_at,
      document: { ...JSON.parse(row.document_json), destination_conf: destination },
      nodes: nodes.map(mapJobNode),
    };
  }

  #rowOf(job: Job): LogpushJobTable {
    const id = Number(job.id);
    const { destination_conf: conf, ...document } = job.document;
    const address = storedDestination(conf)?.address ?? '';
    return {
      id,
      zone_id: job.owner.kind === 'zone' ? job.owner.id : null,
      account_id: job.owner.kind === 'account' ? job.owner.id : null,
      dataset: document.dataset,
      enabled: Number(document.enabled ?? false),
      enabled_at: job.enabledAt,
      periods_json: JSON.stringify(job.periods),
      retried_at: job.retriedAt,
      version: job.version,
      destination: this.#sealer.seal(conf, contextOf(id)),
      destination_key: this.#sealer.hash(address),
      document_json: JSON.stringify(document),
      created_at: job.createdAt,
      modified_at: job.modifiedAt,
    };
  }
}

export function mapJobNode(row: LogpushJobNodeTable): JobNode {
  const { failed_at: at, failing_since: since, failure: message } = row;
  return {
    lastComplete: row.last_complete ?? undefined,
    reportedAt: row.reported_at,
    failure: at === null || since === null || message === null ? undefined : { at, since, message },
  };
}

function periodsOf({ periods_json: json, enabled, enabled_at: from }: LogpushJobTable): Period[] {
  if (json !== null) return JSON.parse(json);
  return enabled === 1 ? [{ from }] : [];
}

function owned(db: Db, scope: Scope) {
  return db.selectFrom('logpush_jobs').where(ownerColumns[scope.kind], '=', ownerId(scope));
}

const contextOf = (id: number) => `logpush job ${id}`;
