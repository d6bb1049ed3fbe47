import type { ZoneSection } from '../contracts/snapshot/zone-section.ts';
import type { ZoneSnapshot } from '../contracts/snapshot/zone-snapshot.ts';
import type { Steps } from '../kernel/time-slices.ts';
import { Balancer } from './balancing/balancer.ts';
import { compilePages, type ZonePages } from './page-monitoring/zone-pages.ts';
import { compileRuleset } from './rules/compile-rules.ts';
import type { CompiledRules, EntryPoint } from './rules/compiled-rule.ts';
import type { RuleParts } from './rules/rule-parts.ts';
import { joinEntryPoints, relinkRuleset } from './rules/ruleset-links.ts';
import type { SharedRulesets } from './rules/shared-rulesets.ts';

/** What zones are compiled with. */
export interface ZoneSources {
  readonly parts: RuleParts;
  readonly shared: SharedRulesets;
}

/** What a zone has of its own. */
interface ZoneParts {
  readonly id: string;
  readonly section: ZoneSection;
  readonly entryPoints: readonly EntryPoint[];
  readonly pages: ZonePages | undefined;
  readonly problems: readonly string[];
  readonly balancers: ReadonlyMap<string, Balancer>;
}

/** A zone with everything compiled that requests need. It never changes: a change makes another one. */
export class ZoneRuntime {
  readonly id: string;
  readonly section: ZoneSection;
  readonly rules: CompiledRules;
  /** Undefined where pages are neither watched nor protected. */
  readonly pages: ZonePages | undefined;
  readonly #parts: ZoneParts;
  readonly #accountEntryPoints: readonly EntryPoint[];

  private constructor(parts: ZoneParts, accountEntryPoints: readonly EntryPoint[]) {
    this.id = parts.id;
    this.section = parts.section;
    this.pages = parts.pages;
    this.rules = joinEntryPoints(accountEntryPoints, parts.entryPoints);
    this.#parts = parts;
    this.#accountEntryPoints = accountEntryPoints;
  }

  /** Throws when a section is bad, or a ruleset of the account that it needs is missing. */
  static *compile({ zoneId, sections }: ZoneSnapshot, sources: ZoneSources): Steps<ZoneRuntime> {
    const { parts, shared } = sources;
    const entryPoints: EntryPoint[] = [];
    for (const [phase, ruleset] of Object.entries(sections.rulesets?.phases ?? {})) {
      entryPoints.push({ phase, ruleset: yield* compileRuleset(ruleset, { phase }, sources) });
    }
    const { pages, problems } = compilePages(sections.pageMonitoring, parts);
    const balancers = new Map<string, Balancer>();
    for (const snapshot of sections.loadBalancing?.balancers ?? []) {
      yield;
      balancers.set(snapshot.name, new Balancer(snapshot, parts));
    }
    const own = { id: zoneId, section: sections.zone, entryPoints, pages, problems, balancers };
    return new ZoneRuntime(own, shared.entryPointsOf(sections.zone.accountId));
  }

  get name(): string {
    return this.section.name;
  }

  /** Why parts were left out without which the zone serves. */
  get problems(): readonly string[] {
    return this.#parts.problems;
  }

  /**
   * The same zone with the rulesets of its account as they are now; itself when none of them has changed. It goes
   * on with rulesets that are gone, and without those that never could be used; these are on record as problems.
   */
  relinked(shared: SharedRulesets): ZoneRuntime {
    const ofAccount = shared.usableEntryPointsOf(this.section.accountId);
    const entryPoints = relinkAll(this.#parts.entryPoints, shared);
    const isSame = entryPoints === this.#parts.entryPoints;
    if (isSame && ofAccount === this.#accountEntryPoints) return this;
    return new ZoneRuntime(isSame ? this.#parts : { ...this.#parts, entryPoints }, ofAccount);
  }

  /** Whether a host is configured, and not merely below the zone's name. */
  namesHost(host: string): boolean {
    return host === this.section.name || this.#parts.balancers.has(host);
  }

  /** The load balancer with a host's name, or else the one with the zone's. */
  balancerOf(host: string): Balancer | undefined {
    const { balancers, section } = this.#parts;
    return balancers.get(host) ?? balancers.get(section.name);
  }
}

/** The same list when nothing in it changes. */
function relinkAll(
  entryPoints: readonly EntryPoint[],
  shared: SharedRulesets,
): readonly EntryPoint[] {
  const isSame = ({ ruleset }: EntryPoint) => relinkRuleset(ruleset, shared) === ruleset;
  if (entryPoints.every(isSame)) return entryPoints;
  return entryPoints.map(({ phase, ruleset }) => ({
    phase,
    ruleset: relinkRuleset(ruleset, shared),
  }));
}
