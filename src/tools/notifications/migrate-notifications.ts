import { type Clock, systemClock } from '../../kernel/clock.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import type { ApiClient } from '../api-client.ts';
import { listAll } from '../list-all.ts';
import {
  HEALTH_ALERT,
  type HealthPolicy,
  type MigrationPlan,
  type PlannedPolicy,
  type PoolWithEmail,
  planPolicies,
} from './plan-policies.ts';

/** The number of pools whose emails one call removes. */
const PAGE_SIZE = 100;
/** The largest page size of the lists. */
const LIST_SIZE = 1000;
/** Rounds before the migration gives up. A further round is needed if pools got emails, or moved to other pages, in the meantime. */
const ROUNDS = 5;
/** Addresses are shortened to this in names of policies, which have up to 256 characters; addresses have up to 320. */
const MAX_SHOWN = 200;
/** The most pool ids of a policy. */
const MAX_POOL_IDS = 1000;

/** The result of `GET …/notification_migration`. */
export interface MigrationStatus {
  readonly total: number;
  readonly remaining: number;
  readonly pools: readonly { readonly id: string; readonly name: string }[];
}

export interface MigrationProgress {
  readonly phase: 'creating policies' | 'removing emails';
  readonly done: number;
  readonly total: number;
}

interface MigrationOptions {
  readonly api: ApiClient;
  readonly accountId: string;
  /** Left out: the system clock. */
  readonly clock?: Pick<Clock, 'now'>;
  onProgress?(progress: MigrationProgress): void;
}

export interface CreatedPolicy extends PlannedPolicy {
  readonly id: string;
}

export interface MigrationResult {
  readonly created: readonly CreatedPolicy[];
  /** Pools whose emails were removed. */
  readonly cleared: readonly PoolWithEmail[];
  /** Cleared pools whose email or filter changed after the plan was made; there are policies for their last state. */
  readonly changed: readonly PoolWithEmail[];
  readonly muted: readonly PoolWithEmail[];
  readonly status: MigrationStatus;
}

/** Shows what the migration would do now. */
export async function readPlan({
  api,
  accountId,
}: Pick<MigrationOptions, 'api' | 'accountId'>): Promise<MigrationPlan & { total: number }> {
  const pools = await readPools(api, accountId);
  return {
    total: pools.length,
    ...planPolicies(pools, await readPolicies(api, accountId), MAX_POOL_IDS),
  };
}

/**
 * Replaces the notification emails of all pools by policies of the account. Policies are created first: while a pool has both,
 * nothing that a policy covers is sent to its email. It can be interrupted anywhere; the next run does the rest.
 */
export async function migrateNotifications(options: MigrationOptions): Promise<MigrationResult> {
  const { api, accountId } = options;
  const run = new Run(options);
  for (let round = 1; round <= ROUNDS && (await run.round()); round++);
  const { result } = await api.call('GET', `${balancing(accountId)}/notification_migration`);
  const status = result as MigrationStatus;
  if (status.remaining > 0) {
    throw new PalisadeError(
      'emails_left',
      `${status.remaining} of ${status.total} pools still have a notification email, because others set emails at the same time; run the command again`,
    );
  }
  return { ...run.result(), status };
}

class Run {
  readonly #options: MigrationOptions;
  readonly #created: CreatedPolicy[] = [];
  readonly #cleared = new Map<string, PoolWithEmail>();
  readonly #changed = new Map<string, PoolWithEmail>();

  constructor(options: MigrationOptions) {
    this.#options = options;
  }

  result(): Omit<MigrationResult, 'status'> {
    const cleared = [...this.#cleared.values()];
    const { muted } = planPolicies(cleared, [], MAX_POOL_IDS);
    return { created: this.#created, cleared, changed: [...this.#changed.values()], muted };
  }

  /** False if there was nothing to do. */
  async round(): Promise<boolean> {
    const { api, accountId } = this.#options;
    const pools = await readPools(api, accountId);
    const plan = planPolicies(pools, await readPolicies(api, accountId), MAX_POOL_IDS);
    if (plan.pools.length === 0) return false;
    if (await this.#create(plan.policies)) await this.#clear(pools);
    return true;
  }

  /** False if a pool of a policy has been deleted since the plan was made, so that another plan is needed. */
  async #create(policies: readonly PlannedPolicy[]): Promise<boolean> {
    const { api, accountId, onProgress } = this.#options;
    for (const [done, policy] of policies.entries()) {
      onProgress?.({ phase: 'creating policies', done, total: policies.length });
      try {
        const path = `/accounts/${accountId}/alerting/v3/policies`;
        const { result } = await api.call('POST', path, policyBody(policy));
        this.#created.push({ ...policy, id: (result as { readonly id: string }).id });
      } catch (error) {
        const known = new Set((await readPools(api, accountId)).map(({ id }) => id));
        if (policy.poolIds.every((id) => known.has(id))) throw error;
        return false;
      }
    }
    return true;
  }

  /** Pools without an email stay in the list, so pages do not shift while emails are removed. */
  async #clear(pools: readonly PoolWithEmail[]): Promise<void> {
    const { api, accountId, clock = systemClock, onProgress } = this.#options;
    const planned = new Map(pools.map((pool) => [pool.id, pool]));
    const pages = new Set<number>();
    pools.forEach((pool, n) => {
      if (pool.notification_email !== '') pages.add(Math.floor(n / PAGE_SIZE) + 1);
    });
    let done = 0;
    for (const page of pages) {
      onProgress?.({ phase: 'removing emails', done: done++, total: pages.size });
      const path = `${balancing(accountId)}/pools?per_page=${PAGE_SIZE}&page=${page}`;
      const since = clock.now();
      const { result } = await api.call('PATCH', path, { notification_email: '' });
      const ids = new Set((result as readonly { readonly id: string }[]).map(({ id }) => id));
      await this.#checkCleared(await clearedPools(api, accountId, ids, since), planned);
    }
  }

  /** Adds policies for emails that were set between the plan and their removal. */
  async #checkCleared(
    cleared: readonly PoolWithEmail[],
    planned: ReadonlyMap<string, PoolWithEmail>,
  ): Promise<void> {
    const { api, accountId } = this.#options;
    const changed = cleared.filter((pool) => !isSame(pool, planned.get(pool.id)));
    for (const pool of cleared) this.#cleared.set(pool.id, pool);
    for (const pool of changed) this.#changed.set(pool.id, pool);
    if (changed.length === 0) return;
    const { policies } = planPolicies(changed, await readPolicies(api, accountId), MAX_POOL_IDS);
    await this.#create(policies);
  }
}

const balancing = (accountId: string) => `/accounts/${accountId}/load_balancers`;

/** By name, which is also the order of the call that removes emails. */
function readPools(api: ApiClient, accountId: string): Promise<PoolWithEmail[]> {
  return listAll(api, `${balancing(accountId)}/pools`, LIST_SIZE);
}

function readPolicies(api: ApiClient, accountId: string): Promise<HealthPolicy[]> {
  return listAll(api, `/accounts/${accountId}/alerting/v3/policies`, LIST_SIZE);
}

interface AuditEntry {
  readonly resource: { readonly type: string; readonly id: string };
  readonly oldValueJson: PoolWithEmail | null;
  readonly newValueJson: PoolWithEmail | null;
}

/**
 * The pools as they were when their emails were removed, from the audit log: a pool may have been changed between reading it and
 * removing its email.
 */
async function clearedPools(
  api: ApiClient,
  accountId: string,
  ids: ReadonlySet<string>,
  since: number,
): Promise<PoolWithEmail[]> {
  const query = `since=${new Date(since).toISOString()}&action.type=update&hide_user_logs=true`;
  const path = `/accounts/${accountId}/audit_logs?${query}`;
  const latest = new Map<string, PoolWithEmail>();
  for (const { resource, oldValueJson: was, newValueJson: is } of await listAll<AuditEntry>(
    api,
    path,
    LIST_SIZE,
  )) {
    if (resource.type !== 'pool' || !ids.has(resource.id) || latest.has(resource.id)) continue;
    if (was && was.notification_email !== '' && is?.notification_email === '') {
      latest.set(resource.id, was);
    }
  }
  return [...latest.values()];
}

function isSame(a: PoolWithEmail, b: PoolWithEmail | undefined): boolean {
  const facts = (pool?: PoolWithEmail) =>
    JSON.stringify([pool?.notification_email, pool?.notification_filter]);
  return facts(a) === facts(b);
}

function policyBody(policy: PlannedPolicy) {
  const { address, poolIds, sources, healths } = policy;
  return {
    name: policyName(policy),
    description: `Replaces the notification email of ${poolIds.length === 1 ? '1 pool' : `${poolIds.length} pools`}`,
    enabled: true,
    alert_type: HEALTH_ALERT,
    mechanisms: { email: [{ id: address }] },
    filters: { pool_id: poolIds, event_source: sources, new_health: healths },
  };
}

/** The address, and the restrictions of the policy. */
export function policyName({ address, sources, healths }: PlannedPolicy): string {
  const parts = [
    ...(sources.length === 1 ? [`${sources[0]}s`] : []),
    ...(healths.length === 1 ? [`${healths[0]}`.toLowerCase()] : []),
  ];
  const restriction = parts.length > 0 ? ` (only ${parts.join(', ')})` : '';
  const shown = address.length > MAX_SHOWN ? `${address.slice(0, MAX_SHOWN - 1)}…` : address;
  return `Health of pools: ${shown}${restriction}`;
}
