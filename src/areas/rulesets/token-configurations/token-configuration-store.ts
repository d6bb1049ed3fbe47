import type { Kysely } from 'kysely';
import {
  documentStore,
  fromSecretColumns,
  type OpenSecrets,
  toSecretColumns,
} from '../../../resources/document-store.ts';
import type { Referrer } from '../../../resources/referrers.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { RulesetsTables } from '../rulesets-tables.ts';
import type {
  TokenConfiguration,
  TokenConfigurationDocument,
} from './token-configuration-model.ts';
import type { TokenConfigurationTable } from './token-configuration-tables.ts';
import type { TokenSecrets } from './token-secrets.ts';

type Db = Kysely<RulesetsTables>;

/** More than messages name. */
const MOST_REFERRERS = 100;

export type TokenConfigurationStore = ReturnType<typeof tokenConfigurationStore>;

/** Token configurations, with secret keys sealed. */
export function tokenConfigurationStore(secrets: TokenSecrets) {
  return documentStore<RulesetsTables, 'token_configurations', ZoneScope, TokenConfiguration>({
    table: 'token_configurations',
    toRow: (configuration) => ({
      ...toSecretColumns(configuration, secrets),
      zone_id: configuration.zoneId,
    }),
    fromRow: (row) => mapTokenConfiguration(row, (sealed, id) => secrets.read(sealed, id)),
  });
}

export const tokenConfigurationUse = {
  /** The ids of all configurations of a zone. */
  async idsOf(db: Db, zoneId: string): Promise<ReadonlySet<string>> {
    const rows = await db
      .selectFrom('token_configurations')
      .select('id')
      .where('zone_id', '=', zoneId)
      .execute();
    return new Set(rows.map(({ id }) => id));
  },

  /** The rulesets whose rules contain the id of the configuration. A random id occurs in no other text. */
  async referrers(db: Db, id: string): Promise<readonly Referrer[]> {
    const rows = await db
      .selectFrom('rulesets')
      .innerJoin('ruleset_versions', (join) =>
        join
          .onRef('ruleset_versions.ruleset_id', '=', 'rulesets.id')
          .onRef('ruleset_versions.version', '=', 'rulesets.version'),
      )
      .innerJoin('token_configurations', (join) =>
        join
          .onRef('token_configurations.zone_id', '=', 'rulesets.zone_id')
          .on('token_configurations.id', '=', id),
      )
      .select(['rulesets.id', 'rulesets.phase'])
      .where('ruleset_versions.rules_json', 'like', `%${id}%`)
      .orderBy('rulesets.id')
      .limit(MOST_REFERRERS)
      .execute();
    return rows.map((row) => ({ noun: 'ruleset', id: row.id, name: row.phase }));
  },
};

export function mapTokenConfiguration(
  row: TokenConfigurationTable,
  open: OpenSecrets<TokenConfigurationDocument>,
): TokenConfiguration {
  return { ...fromSecretColumns(row, open), zoneId: row.zone_id };
}
