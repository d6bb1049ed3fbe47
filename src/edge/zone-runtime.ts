import { findPlan } from '../catalogs/plans.ts';
import type { TokenValidationSection } from '../contracts/snapshot/token-validation-section.ts';
import type { TrafficSettings } from '../contracts/snapshot/traffic-settings.ts';
import type { ZoneSection } from '../contracts/snapshot/zone-section.ts';
import type { ZoneSections, ZoneSnapshot } from '../contracts/snapshot/zone-snapshot.ts';
import { finished, type Steps } from '../kernel/time-slices.ts';
import { Balancer } from './balancing/balancer.ts';
import { compileGatewayHosts, type GatewayHosts } from './gateway/gateway-hosts.ts';
import { compilePages, type ZonePages } from './page-monitoring/zone-pages.ts';
import { compileRuleset } from './rules/compile-rules.ts';
import type { CompiledRules, EntryPoint } from './rules/compiled-rule.ts';
import type { RuleParts } from './rules/rule-parts.ts';
import { joinEntryPoints, relinkRuleset } from './rules/ruleset-links.ts';
import type { SharedRulesets } from './rules/shared-rulesets.ts';
import type { TokenConfiguration } from './tokens/token-configuration.ts';

/** What zones are compiled with. */
export interface ZoneSources {
  readonly parts: RuleParts;
  readonly shared: SharedRulesets;
}

/** The text of a zone, and what it says. */
interface ReceivedZone {
  readonly text: string;
  readonly snapshot: ZoneSnapshot;
}

/** What a zone has of its own, compiled. */
interface ZoneParts {
  readonly entryPoints: readonly EntryPoint[];
  readonly pages: ZonePages | undefined;
  readonly balancers: ReadonlyMap<string, Balancer>;
  readonly tokens: ReadonlyMap<string, TokenConfiguration> | undefined;
  readonly gatewayHosts: GatewayHosts | undefined;
}

interface Compiled extends ZoneParts {
  /** With those of its account. */
  readonly rules: CompiledRules;
}

/** What stays of a zone when its compiled parts are discarded. */
interface ZoneHead {
  readonly id: string;
  readonly section: ZoneSection;
  /** The zone as it was received. */
  readonly text: string;
  /** Keys of the shared rulesets that its rules execute. */
  readonly executes: readonly string[];
  readonly problems: readonly string[];
}

const MEGABYTE = 1024 * 1024;

/** A longer text takes more than a few milliseconds to compile, for which no request should have to wait. */
const LONGEST_TEXT = 32 * 1024;

/**
 * A zone with everything compiled that requests need. It never changes: a change makes another one. Most of many
 * zones get no requests, and compiled rules take far more memory and garbage collection than their text. So what was
 * compiled can be discarded; the first request compiles it again.
 */
export class ZoneRuntime {
  /** Whether it had a request. */
  wasUsed = false;
  /** Which lists of stages its requests pass, by their number in the pipeline. Undefined until it had a request. */
  stages: number | undefined;
  readonly #head: ZoneHead;
  readonly #accountEntryPoints: readonly EntryPoint[];
  /** Undefined for the defaults, and for paused zones, in which nothing acts. */
  readonly traffic: TrafficSettings | undefined;
  /** The largest body of a request. */
  readonly maxBodyBytes: number;
  #sources: ZoneSources;
  #compiled: Compiled | undefined;

  private constructor(
    head: ZoneHead,
    parts: ZoneParts | undefined,
    accountEntryPoints: readonly EntryPoint[],
    sources: ZoneSources,
  ) {
    const { section } = head;
    this.#head = head;
    this.traffic = section.paused ? undefined : section.traffic;
    this.maxBodyBytes = maxBodyBytes(section);
    this.#accountEntryPoints = accountEntryPoints;
    this.#sources = sources;
    this.#compiled = parts && this.#joined(parts);
  }

  /** Throws when a section is bad, or a ruleset of the account that it needs is missing. */
  static *compile({ text, snapshot }: ReceivedZone, sources: ZoneSources): Steps<ZoneRuntime> {
    const { zoneId: id, sections } = snapshot;
    const { problems, ...parts } = yield* compileParts(sections, sources);
    const section = sections.zone;
    const head = { id, section, text, executes: executedKeys(parts.entryPoints), problems };
    const ofAccount = sources.shared.entryPointsOf(section.accountId);
    return new ZoneRuntime(head, parts, ofAccount, sources);
  }

  get id(): string {
    return this.#head.id;
  }

  get section(): ZoneSection {
    return this.#head.section;
  }

  get name(): string {
    return this.#head.section.name;
  }

  /** Why parts were left out without which the zone serves. */
  get problems(): readonly string[] {
    return this.#head.problems;
  }

  get rules(): CompiledRules {
    return this.#parts().rules;
  }

  /** Undefined where pages are neither watched nor protected. */
  get pages(): ZonePages | undefined {
    return this.#parts().pages;
  }

  /** Undefined in zones without token configurations. */
  get tokens(): ReadonlyMap<string, TokenConfiguration> | undefined {
    return this.#parts().tokens;
  }

  /** Undefined in zones none of whose hosts is one of the gateway. */
  get gatewayHosts(): GatewayHosts | undefined {
    return this.#parts().gatewayHosts;
  }

  /**
   * The same zone with the rulesets of its account as they are now; itself when none of them has changed. It goes
   * on with rulesets that are gone, and without those that never could be used; these are on record as problems.
   */
  relinked(shared: SharedRulesets): ZoneRuntime {
    const { shared: before } = this.#sources;
    const { executes, section } = this.#head;
    const ofAccount = shared.usableEntryPointsOf(section.accountId);
    const isCurrent = executes.every((key) => shared.current(key) === before.current(key));
    const sources = { ...this.#sources, shared };
    if (isCurrent && ofAccount === this.#accountEntryPoints) {
      this.#sources = sources;
      return this;
    }
    // What is gone can be taken over from here only.
    const isWhole = executes.every((key) => shared.current(key));
    const parts = isWhole ? this.#compiled : this.#parts();
    const entryPoints = parts && relinkAll(parts.entryPoints, shared);
    const next = new ZoneRuntime(
      this.#head,
      parts && entryPoints && { ...parts, entryPoints },
      ofAccount,
      sources,
    );
    next.wasUsed = this.wasUsed;
    return next;
  }

  /** Whether a host is configured, and not merely below the zone's name. */
  namesHost(host: string): boolean {
    const { balancers, gatewayHosts } = this.#parts();
    return host === this.name || balancers.has(host) || gatewayHosts?.has(host) === true;
  }

  /** The load balancer with a host's name, or else the one with the zone's. */
  balancerOf(host: string): Balancer | undefined {
    const { balancers } = this.#parts();
    return balancers.get(host) ?? balancers.get(this.name);
  }

  /** For a zone that has just been compiled, to see whether it can be. */
  discardCompiled(): void {
    if (this.#head.text.length <= LONGEST_TEXT) this.#compiled = undefined;
  }

  /** A method, as V8 looks up private getters outside of compiled code each time. */
  #parts(): Compiled {
    return this.#compiled ?? this.#compileAgain();
  }

  /** The same text and rulesets were compiled before, so that nothing can be wrong with them. */
  #compileAgain(): Compiled {
    const { sections } = JSON.parse(this.#head.text) as ZoneSnapshot;
    const compiled = this.#joined(finished(compileParts(sections, this.#sources)));
    this.#compiled = compiled;
    return compiled;
  }

  #joined(parts: ZoneParts): Compiled {
    return { ...parts, rules: joinEntryPoints(this.#accountEntryPoints, parts.entryPoints) };
  }
}

/** What was written under a higher plan is cut to the limit of the plan. */
function maxBodyBytes({ paused, plan, traffic }: ZoneSection): number {
  const most = findPlan(plan)?.maxUploadMegabytes ?? Number.POSITIVE_INFINITY;
  const megabytes = Math.min(traffic?.maxUploadMegabytes ?? most, most);
  return paused ? Number.POSITIVE_INFINITY : megabytes * MEGABYTE;
}

function* compileParts(
  sections: ZoneSections,
  sources: ZoneSources,
): Steps<ZoneParts & { readonly problems: readonly string[] }> {
  const { parts, shared } = sources;
  const { accountId } = sections.zone;
  const entryPoints: EntryPoint[] = [];
  for (const [phase, ruleset] of Object.entries(sections.rulesets?.phases ?? {})) {
    entryPoints.push({
      phase,
      ruleset: yield* compileRuleset(ruleset, { phase }, { parts, shared, accountId }),
    });
  }
  const { pages, problems } = compilePages(sections.pageMonitoring, parts);
  const balancers = new Map<string, Balancer>();
  for (const snapshot of sections.loadBalancing?.balancers ?? []) {
    yield;
    balancers.set(snapshot.name, new Balancer(snapshot, parts));
  }
  const tokens = compileTokens(sections.tokenValidation, parts);
  const gatewayHosts = compileGatewayHosts(sections.gateway);
  return { entryPoints, pages, problems, balancers, tokens, gatewayHosts };
}

function compileTokens(
  section: TokenValidationSection | undefined,
  parts: RuleParts,
): ReadonlyMap<string, TokenConfiguration> | undefined {
  const all = section?.configurations.map(
    (configuration) => [configuration.id, parts.tokenConfiguration(configuration)] as const,
  );
  return all && new Map(all);
}

function executedKeys(entryPoints: readonly EntryPoint[]): string[] {
  const rules = entryPoints.flatMap(({ ruleset }) => ruleset.rules);
  return rules.flatMap((rule) => rule?.executes?.sharedKey ?? []);
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
