import type { LoadBalancingSection } from './load-balancing-section.ts';
import type { RulesetsSection } from './rulesets-section.ts';
import type { ZoneSection } from './zone-section.ts';

/** Everything the edge runs for one zone. Each area fills the section it owns. */
export interface ZoneSnapshot {
  readonly zoneId: string;
  readonly sections: ZoneSections;
}

export interface ZoneSections {
  readonly zone: ZoneSection;
  /** Undefined while nothing is configured. */
  readonly rulesets?: RulesetsSection;
  readonly loadBalancing?: LoadBalancingSection;
}

export type SectionName = keyof ZoneSections;
