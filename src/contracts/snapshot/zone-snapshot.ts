import type { GatewaySection } from './gateway-section.ts';
import type { LoadBalancingSection } from './load-balancing-section.ts';
import type { PageMonitoringSection } from './page-monitoring-section.ts';
import type { PreviousFirewallSection } from './previous-firewall-section.ts';
import type { RequestLogSection } from './request-log-section.ts';
import type { RuleExceptionsSection } from './rule-exceptions-section.ts';
import type { RulesetsSection } from './rulesets-section.ts';
import type { TokenValidationSection } from './token-validation-section.ts';
import type { ZoneSection } from './zone-section.ts';

/** The configuration of one zone for the edge. Each area fills its own section. */
export interface ZoneSnapshot {
  readonly zoneId: string;
  /** The revision of the update that contained this version of the zone. */
  readonly revision: number;
  readonly sections: ZoneSections;
}

export interface ZoneSections {
  readonly zone: ZoneSection;
  /** Undefined if nothing is configured. */
  readonly rulesets?: RulesetsSection;
  readonly previousFirewall?: PreviousFirewallSection;
  readonly loadBalancing?: LoadBalancingSection;
  readonly pageMonitoring?: PageMonitoringSection;
  readonly tokenValidation?: TokenValidationSection;
  readonly ruleExceptions?: RuleExceptionsSection;
  readonly gateway?: GatewaySection;
  readonly requestLog?: RequestLogSection;
}

export type SectionName = keyof ZoneSections;
