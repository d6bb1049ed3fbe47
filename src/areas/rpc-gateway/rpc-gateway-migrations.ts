import type { Migration } from '../../storage/migrator.ts';
import { hostnameTables } from './migrations/0001-hostnames.ts';

/** In the order in which they are applied. */
export const rpcGatewayMigrations: readonly Migration[] = [hostnameTables];
