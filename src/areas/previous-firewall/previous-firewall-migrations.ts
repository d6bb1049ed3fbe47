import type { Migration } from '../../storage/migrator.ts';
import { previousFirewallBaseline } from './migrations/0001-baseline.ts';
import { previousFirewallSecrets } from './migrations/0002-secrets.ts';

/** In the order in which they are applied. */
export const previousFirewallMigrations: readonly Migration[] = [
  previousFirewallBaseline,
  previousFirewallSecrets,
];
