import {
  type PageMonitoringSection,
  type PagePolicySnapshot,
  policyExpressions,
  policyHeaders,
} from '../../contracts/snapshot/page-monitoring-section.ts';
import { reportedDirectives } from '../../detectors/csp/reported-directives.ts';
import { isHeaderValue } from '../../kernel/host-name.ts';
import { describeError } from '../../kernel/palisade-error.ts';
import { looksAtResponse } from '../rules/expression-values.ts';
import type { LiveRequest } from '../rules/live-request.ts';
import type { RuleParts } from '../rules/rule-parts.ts';

/** A text with a signed URL, renewed from time to time. */
export interface SignedText {
  text: string;
  /** Milliseconds since the epoch. */
  renewAt: number;
}

export interface CompiledPolicy {
  readonly id: string;
  readonly action: PagePolicySnapshot['action'];
  /** The name of the header. */
  readonly header: string;
  /** The directives, without separators after the last one. */
  readonly directives: string;
  /** The directives that reports can be about. */
  readonly reported: ReadonlySet<string>;
  readonly matches: (request: LiveRequest) => boolean;
  readonly value: SignedText;
}

/** The compiled settings and policies of a zone's pages. */
export interface ZonePages {
  readonly isMonitored: boolean;
  readonly usesSharedEndpoint: boolean;
  readonly keepsConnectionPaths: boolean;
  readonly policies: readonly CompiledPolicy[];
  /** Whether the condition of a policy depends on the response of the origin. */
  readonly readsResponse: boolean;
}

type Conditions = Pick<RuleParts, 'condition'>;

/** The result of compiling a zone's section. */
export interface CompiledPages {
  /** Undefined if pages are neither monitored nor have policies. */
  readonly pages: ZonePages | undefined;
  /** Why policies were left out. */
  readonly problems: readonly string[];
}

/**
 * A policy that cannot be used is left out: it must not prevent other changes of its zone, such as firewall rules,
 * from taking effect.
 */
export function compilePages(
  section: PageMonitoringSection | undefined,
  parts: Conditions,
): CompiledPages {
  if (!section) return { pages: undefined, problems: [] };
  const { isMonitored, usesSharedEndpoint, keepsConnectionPaths } = section;
  const policies: CompiledPolicy[] = [];
  const problems: string[] = [];
  let readsResponse = false;
  for (const snapshot of section.policies) {
    try {
      const compiled = compilePolicy(snapshot, parts);
      policies.push(compiled.policy);
      readsResponse ||= compiled.readsResponse;
    } catch (error) {
      problems.push(`page policy ${snapshot.id} is left out: ${describeError(error)}`);
    }
  }
  if (!isMonitored && policies.length === 0) return { pages: undefined, problems };
  const settings = { isMonitored, usesSharedEndpoint, keepsConnectionPaths };
  return { pages: { ...settings, policies, readsResponse }, problems };
}

function compilePolicy({ id, action, expression, value }: PagePolicySnapshot, parts: Conditions) {
  const test = parts.condition(expression, policyExpressions);
  const directives = withoutSeparatorsAtEnd(value);
  if (directives === '' || !isHeaderValue(directives)) {
    throw new Error('its value is not valid in a header');
  }
  const policy: CompiledPolicy = {
    id,
    action,
    header: policyHeaders[action],
    directives,
    reported: reportedDirectives(directives),
    matches: test.evaluate,
    value: unsigned(),
  };
  return { policy, readsResponse: looksAtResponse(test) };
}

const unsigned = (): SignedText => ({ text: '', renewAt: 0 });

/** A regular expression would need quadratic time for long runs of separators. */
function withoutSeparatorsAtEnd(policy: string): string {
  let end = policy.length;
  while (end > 0 && /[;\s]/.test(policy.charAt(end - 1))) end -= 1;
  return policy.slice(0, end);
}
