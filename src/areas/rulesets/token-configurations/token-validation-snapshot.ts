import type { TokenConfigurationSnapshot } from '../../../contracts/snapshot/token-validation-section.ts';
import type { SnapshotSection } from '../../area-module.ts';
import type { RulesetsDatabase } from '../rulesets-tables.ts';
import type { TokenConfiguration } from './token-configuration-model.ts';
import { mapTokenConfiguration } from './token-configuration-store.ts';
import type { TokenSecrets } from './token-secrets.ts';

/** Compiles the token configurations of zones for the edge. */
export function tokenValidationSnapshot(
  database: RulesetsDatabase,
  secrets: TokenSecrets,
): SnapshotSection<'tokenValidation'> {
  return {
    name: 'tokenValidation',
    resources: ['zone', 'token_configuration'],
    // Without it, rules that require a valid token could not detect forged ones.
    isRequired: true,
    async build(zoneIds) {
      let query = database.read.selectFrom('token_configurations').selectAll();
      if (zoneIds !== 'all') query = query.where('zone_id', 'in', [...zoneIds]);
      const rows = await query.orderBy('created_at').orderBy('id').execute();
      const all = rows.map((row) =>
        mapTokenConfiguration(row, (sealed, id) => secrets.open(sealed, id)),
      );
      const byZone = Map.groupBy(all, ({ zoneId }) => zoneId);
      return new Map(
        byZone
          .entries()
          .map(([zoneId, found]) => [zoneId, { configurations: found.map(snapshotOf) }]),
      );
    },
  };
}

function snapshotOf({ id, document }: TokenConfiguration): TokenConfigurationSnapshot {
  return { id, sources: document.token_sources, keys: document.credentials.keys };
}
