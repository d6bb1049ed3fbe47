import type { GatewaySection } from '../../../contracts/snapshot/gateway-section.ts';
import type { SnapshotSection } from '../../area-module.ts';
import { accessKeyStore } from '../access-keys/access-key-store.ts';
import type { RpcGatewayDatabase } from '../rpc-gateway-tables.ts';

/** Builds the snapshot section of the edge from hostnames and the hashes of their access keys. */
export function hostnameSnapshot(database: RpcGatewayDatabase): SnapshotSection<'gateway'> {
  return {
    name: 'gateway',
    resources: ['zone', 'web3_hostname', 'web3_access_key'],
    async build(zoneIds) {
      let query = database.read.selectFrom('web3_hostnames').select(['id', 'zone_id', 'name']);
      if (zoneIds !== 'all') query = query.where('zone_id', 'in', [...zoneIds]);
      const rows = await query.orderBy('zone_id').orderBy('name').execute();
      const hashes = await accessKeyStore.hashesOf(
        database.read,
        rows.map(({ id }) => id),
      );
      const sections = new Map<string, GatewaySection>();
      for (const [zoneId, ofZone] of Map.groupBy(rows, (row) => row.zone_id)) {
        const hosts = ofZone.map(({ id, name }) => ({ id, name, keyHashes: hashes.get(id) ?? [] }));
        sections.set(zoneId, { hosts });
      }
      return sections;
    },
  };
}
