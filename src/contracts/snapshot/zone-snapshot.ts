import type { GatewaySection } from './gateway-section.ts';
import type { LoadBalancingSection } from './load-balancing-section.ts';
import type { PageMonitoringSection } from './page-monitoring-section.ts';
import type { RulesetsSection } from './rulesets-section.ts';
import type { TokenValidationSection } from './token-validation-section.ts';
import type { ZoneSection } from './zone-section.ts';

/** Everything the edge runs for one zone. Each area fills the section it owns. */
export interface ZoneSnapshot {
  readonly zoneId: string;
  /** The revision of the node's snapshot with which this came. */
  readonly revision: number;
  readonly sections: ZoneSections;
}

export interface ZoneSections {
  readonly zone: ZoneSection;
  /** Undefined while nothing is configured. */
  readonly rulesets?: RulesetsSection;
  readonly loadBalancing?: LoadBalancingSection;
  readonly pageMonitoring?: PageMonitoringSection;
  readonly tokenValidation?: TokenValidationSection;
  readonly gateway?: GatewaySection;
}

export type SectionName = keyof ZoneSections;
