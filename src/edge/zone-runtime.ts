import type { ZoneSection } from '../contracts/snapshot/zone-section.ts';
import type { ZoneSnapshot } from '../contracts/snapshot/zone-snapshot.ts';
import { Balancer } from './balancing/balancer.ts';
import { compilePages, type ZonePages } from './page-monitoring/zone-pages.ts';
import { compileRules } from './rules/compile-rules.ts';
import type { CompiledRules } from './rules/compiled-rule.ts';

/** A zone with everything compiled that requests need. Making one throws when a section is bad. */
export class ZoneRuntime {
  readonly id: string;
  readonly section: ZoneSection;
  readonly rules: CompiledRules;
  /** Undefined where pages are neither watched nor protected. */
  readonly pages: ZonePages | undefined;
  /** Why parts were left out without which the zone serves. */
  readonly problems: readonly string[];
  readonly #balancers: ReadonlyMap<string, Balancer>;

  constructor({ zoneId, sections }: ZoneSnapshot) {
    this.id = zoneId;
    this.section = sections.zone;
    this.rules = compileRules(sections.rulesets);
    const { pages, problems } = compilePages(sections.pageMonitoring);
    this.pages = pages;
    this.problems = problems;
    const balancers = sections.loadBalancing?.balancers ?? [];
    this.#balancers = new Map(
      balancers.map((snapshot) => [snapshot.name, new Balancer(snapshot)] as const),
    );
  }

  get name(): string {
    return this.section.name;
  }

  /** Whether a host is configured, and not merely below the zone's name. */
  namesHost(host: string): boolean {
    return host === this.section.name || this.#balancers.has(host);
  }

  /** The load balancer with a host's name, or else the one with the zone's. */
  balancerOf(host: string): Balancer | undefined {
    return this.#balancers.get(host) ?? this.#balancers.get(this.section.name);
  }
}
