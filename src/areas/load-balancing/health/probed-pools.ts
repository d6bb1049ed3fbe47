import { createHash } from 'node:crypto';
import type { Db, MonitorTable } from '../load-balancing-tables.ts';
import { enabledMembers, type GroupMember } from '../monitor-groups/monitor-group-model.ts';
import { mapGroup } from '../monitor-groups/monitor-group-store.ts';
import { type Monitor, toMonitor } from '../monitors/monitor-model.ts';
import type { MonitorSecrets } from '../monitors/monitor-secrets.ts';
import { mapMonitor } from '../monitors/monitor-store.ts';
import { type Pool, toPool } from '../pools/pool-model.ts';
import { mapPool } from '../pools/pool-store.ts';

/** The monitor or the monitor group of a pool. */
export type PoolChecks =
  | { readonly kind: 'monitor'; readonly monitor: Monitor }
  | { readonly kind: 'group'; readonly members: readonly GroupMember[] };

/** A pool to probe, with its monitor or monitor group. */
export interface ProbedPool {
  readonly pool: Pool;
  readonly checks: PoolChecks;
  /** Digest of the pool and the checks. Results with another digest are outdated. */
  readonly config: string;
}

/** Selects the enabled pools with a monitor or a monitor group. */
export async function probedPools(
  db: Db,
  secrets: MonitorSecrets,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProbedPool>> {
  const probed = new Map<string, ProbedPool>();
  if (ids.length === 0) return probed;
  const pools = await db
    .selectFrom('pools')
    .selectAll()
    .where('id', 'in', [...ids])
    .where((eb) =>
      eb.or([eb('monitor_id', 'is not', null), eb('monitor_group_id', 'is not', null)]),
    )
    .execute();
  const checksOf = await readChecks(db, secrets, pools);
  for (const row of pools) {
    const pool = toPool(mapPool(row));
    const found = checksOf(pool);
    if (!pool.enabled || !found) continue;
    const config = digest(row.document_json, ...found.texts);
    probed.set(pool.id, { pool, checks: found.checks, config });
  }
  return probed;
}

interface FoundChecks {
  readonly checks: PoolChecks;
  /** Input of the digest: it changes whenever the checks change. */
  readonly texts: readonly string[];
}

async function readChecks(
  db: Db,
  secrets: MonitorSecrets,
  pools: readonly { monitor_id: string | null; monitor_group_id: string | null }[],
): Promise<(pool: Pool) => FoundChecks | undefined> {
  const groupIds = [...new Set(pools.flatMap((row) => row.monitor_group_id ?? []))];
  const groupRows =
    groupIds.length === 0
      ? []
      : await db.selectFrom('monitor_groups').selectAll().where('id', 'in', groupIds).execute();
  const groups = new Map(groupRows.map((row) => [row.id, mapGroup(row)]));
  const monitorIds = new Set(pools.flatMap((row) => row.monitor_id ?? []));
  for (const { document } of groups.values()) {
    for (const member of document.members) monitorIds.add(member.monitor_id);
  }
  const rows =
    monitorIds.size === 0
      ? []
      : await db
          .selectFrom('monitors')
          .selectAll()
          .where('id', 'in', [...monitorIds])
          .execute();
  const texts = new Map(rows.map((row) => [row.id, `${row.document_json} ${row.secrets}`]));
  const read = (row: MonitorTable) => mapMonitor(row, (sealed, id) => secrets.read(sealed, id));
  const monitors = new Map(rows.map((row) => [row.id, toMonitor(read(row))]));
  const textsOf = ({ id }: Monitor) => [id, texts.get(id) ?? ''];

  return ({ monitorId = '', monitorGroupId = '' }) => {
    const monitor = monitors.get(monitorId);
    if (monitor) return { checks: { kind: 'monitor', monitor }, texts: textsOf(monitor) };
    const group = groups.get(monitorGroupId);
    if (!group) return undefined;
    const members = enabledMembers(group.document, monitors);
    return {
      checks: { kind: 'group', members },
      texts: [
        JSON.stringify(group.document.members),
        ...members.flatMap((each) => textsOf(each.monitor)),
      ],
    };
  };
}

function digest(...texts: string[]): string {
  return createHash('sha256').update(texts.join('\n')).digest('hex');
}
