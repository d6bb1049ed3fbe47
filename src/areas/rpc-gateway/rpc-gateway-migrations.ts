import type { Migration } from '../../storage/migrator.ts';
import { rpcGatewayBaseline } from './migrations/0001-baseline.ts';

/** In the order in which they are applied. */
export const rpcGatewayMigrations: readonly Migration[] = [rpcGatewayBaseline];
