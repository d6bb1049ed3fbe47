import { findPlan } from '../catalogs/plans.ts';
import type { TokenValidationSection } from '../contracts/snapshot/token-validation-section.ts';
import type { TrafficSettings } from '../contracts/snapshot/traffic-settings.ts';
import type { ZoneSection } from '../contracts/snapshot/zone-section.ts';
import type { ZoneSections, ZoneSnapshot } from '../contracts/snapshot/zone-snapshot.ts';
import { finished, type Steps } from '../kernel/time-slices.ts';
import { Balancer } from './balancing/balancer.ts';
import { compileGatewayHosts, type GatewayHosts } from './gateway/gateway-hosts.ts';
import { compilePages, type ZonePages } from './page-monitoring/zone-pages.ts';
import { RuleExceptions } from './rules/attacks/rule-exceptions.ts';
import { compileRuleset } from './rules/compile-rules.ts';
import type { CompiledRules, EntryPoint } from './rules/compiled-rule.ts';
import type { RuleParts } from './rules/rule-parts.ts';
import { joinEntryPoints, relinkRuleset } from './rules/ruleset-links.ts';
import type { SharedRulesets } from './rules/shared-rulesets.ts';
import type { TokenConfiguration } from './tokens/token-configuration.ts';

export interface ZoneSources {
  readonly parts: RuleParts;
  readonly shared: SharedRulesets;
}

/** The JSON of a zone, and its parsed form. */
interface ReceivedZone {
  readonly text: string;
  readonly snapshot: ZoneSnapshot;
}

/** The compiled parts of a zone, without the rules of its account. */
interface ZoneParts {
  readonly entryPoints: readonly EntryPoint[];
  readonly pages: ZonePages | undefined;
  readonly balancers: ReadonlyMap<string, Balancer>;
  readonly tokens: ReadonlyMap<string, TokenConfiguration> | undefined;
  readonly exceptions: RuleExceptions | undefined;
  readonly gatewayHosts: GatewayHosts | undefined;
}

interface Compiled extends ZoneParts {
  /** The rules of the zone and of its account. */
  readonly rules: CompiledRules;
}

/** The data of a zone that is kept when its compiled parts are discarded. */
interface ZoneHead {
  readonly id: string;
  readonly section: ZoneSection;
  /** The zone as received, in JSON. */
  readonly text: string;
  /** Keys of the shared rulesets that its rules execute. */
  readonly executes: readonly string[];
  readonly problems: readonly string[];
  readonly comparesFirewalls: boolean;
  /** Whether a log push job ships the attack scores of requests. */
  readonly logsAttackScores: boolean;
}

const MEGABYTE = 1024 * 1024;

/**
 * The longest JSON of a zone whose compiled parts are discarded: a longer one would delay the first request by more
 * than a few milliseconds.
 */
const LONGEST_TEXT = 32 * 1024;

/**
 * A compiled zone. Immutable: a change creates a new instance. Many zones get no requests, and compiled rules take far
 * more memory and garbage collection than their JSON, so the compiled parts can be discarded. The first request
 * compiles them again.
 */
export class ZoneRuntime {
  /** Whether it had a request. */
  wasUsed = false;
  /** The index of its stage lists in the pipeline; undefined until the first request. */
  stages: number | undefined;
  readonly #head: ZoneHead;
  readonly #accountEntryPoints: readonly EntryPoint[];
  /** Undefined for the defaults and for paused zones. */
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

  /** Throws if a section is invalid, or a required ruleset of the account is missing. */
  static *compile({ text, snapshot }: ReceivedZone, sources: ZoneSources): Steps<ZoneRuntime> {
    const { zoneId: id, sections } = snapshot;
    const { problems, ...parts } = yield* compileParts(sections, sources);
    const section = sections.zone;
    const head = {
      id,
      section,
      text,
      executes: executedKeys(parts.entryPoints),
      problems,
      comparesFirewalls: sections.previousFirewall?.isCompared === true && !section.paused,
      logsAttackScores: sections.requestLog?.attackScores === true && !section.paused,
    };
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

  /** Why optional parts of the zone were left out. */
  get problems(): readonly string[] {
    return this.#head.problems;
  }

  /** Whether requests that no rule has scored are scored for a log push job. */
  get logsAttackScores(): boolean {
    return this.#head.logsAttackScores;
  }

  get rules(): CompiledRules {
    return this.#parts().rules;
  }

  /** Undefined if pages are neither monitored nor have policies. */
  get pages(): ZonePages | undefined {
    return this.#parts().pages;
  }

  /** Undefined in zones without token configurations. */
  get tokens(): ReadonlyMap<string, TokenConfiguration> | undefined {
    return this.#parts().tokens;
  }

  /** Undefined in zones without rule exceptions. */
  get exceptions(): RuleExceptions | undefined {
    return this.#parts().exceptions;
  }

  /** Whether the previous managed rules are compared with the new ones. */
  get comparesFirewalls(): boolean {
    return this.#head.comparesFirewalls;
  }

  /** Undefined in zones without gateway hosts. */
  get gatewayHosts(): GatewayHosts | undefined {
    return this.#parts().gatewayHosts;
  }

  /**
   * The zone with the current versions of the shared rulesets of its account; the same instance if none has changed.
   * Removed rulesets stay in use in their last version. Rulesets without a usable version are left out and reported as
   * problems.
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
    // Removed rulesets survive only in the compiled parts of this instance.
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

  /** Whether the host is the zone's own name, or the name of a load balancer or gateway host. */
  namesHost(host: string): boolean {
    const { balancers, gatewayHosts } = this.#parts();
    return host === this.name || balancers.has(host) || gatewayHosts?.has(host) === true;
  }

  /** The load balancer named like the host, or else the one named like the zone. */
  balancerOf(host: string): Balancer | undefined {
    const { balancers } = this.#parts();
    return balancers.get(host) ?? balancers.get(this.name);
  }

  /** Frees the memory of a zone that was compiled only to validate it. */
  discardCompiled(): void {
    if (this.#head.text.length <= LONGEST_TEXT) this.#compiled = undefined;
  }

  /** A method, because private getters are slow in V8 until the code is optimised. */
  #parts(): Compiled {
    return this.#compiled ?? this.#compileAgain();
  }

  /** Cannot fail, because the same JSON and rulesets were compiled before. */
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

/** The setting may date from a time when the zone had a higher plan, so the limit of the current plan applies as well. */
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
  const rulesets = { ...sections.rulesets?.phases, ...sections.previousFirewall?.phases };
  for (const [phase, ruleset] of Object.entries(rulesets)) {
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
  const exceptions = sections.ruleExceptions && new RuleExceptions(sections.ruleExceptions);
  return { entryPoints, pages, problems, balancers, tokens, exceptions, gatewayHosts };
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

/** The same list object if nothing in it changes. */
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
