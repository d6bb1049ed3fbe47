import type { GatewaySection } from '../../../contracts/snapshot/gateway-section.ts';
import type { SnapshotSection } from '../../area-module.ts';
import { accessKeyStore } from '../access-keys/access-key-store.ts';
import type { RpcGatewayDatabase } from '../rpc-gateway-tables.ts';
import { mapHostname } from './hostname-store.ts';

/** Builds the snapshot section of the edge from hostnames and the hashes of their access keys. */
export function hostnameSnapshot(database: RpcGatewayDatabase): SnapshotSection<'gateway'> {
  return {
    name: 'gateway',
    resources: ['zone', 'web3_hostname', 'web3_access_key'],
    async build(zoneIds) {
      let query = database.read.selectFrom('web3_hostnames').selectAll();
      if (zoneIds !== 'all') query = query.where('zone_id', 'in', [...zoneIds]);
      const rows = await query.orderBy('zone_id').orderBy('name').execute();
      const hashes = await accessKeyStore.hashesOf(
        database.read,
        rows.map(({ id }) => id),
      );
      const sections = new Map<string, GatewaySection>();
      for (const [zoneId, ofZone] of Map.groupBy(rows, (row) => row.zone_id)) {
        const hosts = ofZone.map((row) => {
          const keyHashes = hashes.get(row.id) ?? [];
          const { document } = mapHostname(row);
          // Before hostnames had this member, their keys alone decided.
          const access = document.access ?? (keyHashes.length > 0 ? 'keys' : 'open');
          return { id: row.id, name: row.name, access, keyHashes };
        });
        sections.set(zoneId, { hosts });
      }
      return sections;
    },
  };
}
