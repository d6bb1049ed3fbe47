import type { Migration } from '../../storage/migrator.ts';
import { previousFirewallBaseline } from './migrations/0001-baseline.ts';

/** In the order in which they are applied. */
export const previousFirewallMigrations: readonly Migration[] = [previousFirewallBaseline];
