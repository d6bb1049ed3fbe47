import type { TokenConfigurationSnapshot } from '../../../contracts/snapshot/token-validation-section.ts';
import type { SnapshotSection } from '../../area-module.ts';
import type { RulesetsDatabase } from '../rulesets-tables.ts';
import type { TokenConfiguration } from './token-configuration-model.ts';
import { mapTokenConfiguration } from './token-configuration-store.ts';

/** Compiles the token configurations of zones for the edge. */
export function tokenValidationSnapshot(
  database: RulesetsDatabase,
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
      const byZone = Map.groupBy(rows.map(mapTokenConfiguration), ({ zoneId }) => zoneId);
      return new Map(
        byZone.entries().map(([zoneId, all]) => [zoneId, { configurations: all.map(snapshotOf) }]),
      );
    },
  };
}

function snapshotOf({ id, document }: TokenConfiguration): TokenConfigurationSnapshot {
  return { id, sources: document.token_sources, keys: document.credentials.keys };
}
