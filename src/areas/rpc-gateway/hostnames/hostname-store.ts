import { normalHost } from '../../../kernel/host-name.ts';
import { documentStore, fromColumns, toColumns } from '../../../resources/document-store.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { Db, HostnameTable, RpcGatewayTables } from '../rpc-gateway-tables.ts';
import type { HostnameDocument, HostnameRecord } from './hostname-model.ts';

const documents = documentStore<RpcGatewayTables, 'web3_hostnames', ZoneScope, HostnameRecord>({
  table: 'web3_hostnames',
  toRow,
  fromRow: mapHostname,
});

export const hostnameStore = {
  ...documents,

  /** Counts the hostnames of all zones of the account, because the quota is per account. */
  async count(db: Db, { accountId }: ZoneScope): Promise<number> {
    const { count } = await db
      .selectFrom('web3_hostnames')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    return count;
  },

  async idOfName(db: Db, zoneId: string, name: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('web3_hostnames')
      .select('id')
      .where('zone_id', '=', zoneId)
      .where('name', '=', normalHost(name))
      .executeTakeFirst();
    return row?.id;
  },
};

function toRow(record: HostnameRecord): HostnameTable {
  return {
    ...toColumns(record),
    account_id: record.accountId,
    zone_id: record.zoneId,
    name: normalHost(record.document.name),
  };
}

export function mapHostname(row: HostnameTable): HostnameRecord {
  return {
    ...fromColumns<HostnameDocument>(row),
    accountId: row.account_id,
    zoneId: row.zone_id,
  };
}
