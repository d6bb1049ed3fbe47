import type { Kysely } from 'kysely';
import { owaspPackage } from '../../../catalogs/previous-firewall/owasp-package.ts';
import type {
  ActionMode,
  RuleMode,
  Sensitivity,
} from '../../../catalogs/previous-firewall/previous-package.ts';
import type { ZonePackages } from '../../../catalogs/previous-firewall/rule-states.ts';
import type { PreviousFirewallTables, PreviousRuleModeTable } from '../previous-firewall-tables.ts';
import { noSettings, type ScoreSettings } from './package-model.ts';

type Db = Kysely<PreviousFirewallTables>;

/** The settings of packages, and the modes of their groups and rules. */
export const packageStore = {
  async find(db: Db, zoneId: string): Promise<ZonePackages> {
    return (await packageStore.list(db, [zoneId])).get(zoneId) ?? noSettings;
  },

  /** Zones without any settings are missing. */
  async list(db: Db, zoneIds: readonly string[] | 'all'): Promise<Map<string, ZonePackages>> {
    let packages = db.selectFrom('previous_packages').selectAll();
    let modes = db.selectFrom('previous_rule_modes').selectAll();
    if (zoneIds !== 'all') {
      packages = packages.where('zone_id', 'in', [...zoneIds]);
      modes = modes.where('zone_id', 'in', [...zoneIds]);
    }
    const byZone = Map.groupBy(await modes.execute(), ({ zone_id }) => zone_id);
    const scores = new Map((await packages.execute()).map((row) => [row.zone_id, scoreOf(row)]));
    const ids = new Set([...byZone.keys(), ...scores.keys()]);
    return new Map(
      [...ids].map((id) => [
        id,
        { ...noSettings, ...scores.get(id), modes: modesOf(byZone.get(id) ?? []) },
      ]),
    );
  },

  async saveScore(db: Db, zoneId: string, score: ScoreSettings): Promise<void> {
    const columns = { sensitivity: score.sensitivity, action_mode: score.actionMode };
    await db
      .insertInto('previous_packages')
      .values({ zone_id: zoneId, package_id: owaspPackage.id, ...columns })
      .onConflict((conflict) => conflict.columns(['zone_id', 'package_id']).doUpdateSet(columns))
      .execute();
  },

  async saveMode(
    db: Db,
    zoneId: string,
    { id, kind, mode }: Pick<PreviousRuleModeTable, 'id' | 'kind' | 'mode'>,
  ): Promise<void> {
    await db
      .insertInto('previous_rule_modes')
      .values({ zone_id: zoneId, id, kind, mode })
      .onConflict((conflict) => conflict.columns(['zone_id', 'id']).doUpdateSet({ mode }))
      .execute();
  },

  async deleteMode(db: Db, zoneId: string, id: string): Promise<void> {
    await db
      .deleteFrom('previous_rule_modes')
      .where('zone_id', '=', zoneId)
      .where('id', '=', id)
      .execute();
  },
};

// The schemas of the API have validated what is stored.
const scoreOf = (row: {
  sensitivity: string | null;
  action_mode: string | null;
}): ScoreSettings => ({
  sensitivity: row.sensitivity as Sensitivity | null,
  actionMode: row.action_mode as ActionMode | null,
});

const modesOf = (rows: readonly PreviousRuleModeTable[]): ReadonlyMap<string, RuleMode> =>
  new Map(rows.map(({ id, mode }) => [id, mode as RuleMode]));
