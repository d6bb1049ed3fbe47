import type { Clock } from '../../kernel/clock.ts';
import type { AreaModule } from '../area-module.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import type { PreviousFirewallDatabase } from './previous-firewall-tables.ts';

export interface PreviousFirewallOptions {
  readonly database: PreviousFirewallDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
}

/**
 * The managed rules, firewall rules, filters and page rules that came before rulesets, as far as they protect a zone.
 */
export function previousFirewallModule(_options: PreviousFirewallOptions): AreaModule {
  return {
    name: 'previous-firewall',
    routes: [],
    jobs: [],
    queues: [],
    bootstrap: {},
    sections: [],
  };
}
