import type { Migration } from '../../storage/migrator.ts';
import { hostnameTables } from './migrations/0001-hostnames.ts';
import { usageTable } from './migrations/0002-usage.ts';

/** In the order in which they are applied. */
export const rpcGatewayMigrations: readonly Migration[] = [hostnameTables, usageTable];
