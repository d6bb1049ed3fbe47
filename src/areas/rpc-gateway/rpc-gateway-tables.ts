import type { Kysely, Transaction } from 'kysely';
import type { DocumentColumns } from '../../resources/document-store.ts';
import type { CoreTables } from '../../storage/core-tables.ts';
import type { Database } from '../../storage/database.ts';

/** Tables of the gateway area. Times are milliseconds, `…_json` is JSON text. */
export interface RpcGatewayTables extends CoreTables {
  web3_hostnames: HostnameTable;
  web3_access_keys: AccessKeyTable;
  web3_usage: UsageTable;
}

export type RpcGatewayDatabase = Database<RpcGatewayTables>;
export type Db = Kysely<RpcGatewayTables>;
export type Tx = Transaction<RpcGatewayTables>;

export interface HostnameTable extends DocumentColumns {
  account_id: string;
  zone_id: string;
  /** In lower case. */
  name: string;
}

export interface AccessKeyTable {
  id: string;
  hostname_id: string;
  name: string;
  /** SHA-256 of the key, in hexadecimal digits. */
  key_hash: string;
  created_at: number;
}

/** The number of requests to a hostname in an hour, by the status of the response. */
export interface UsageTable {
  hostname_id: string;
  hour_at: number;
  status: number;
  requests: number;
}
