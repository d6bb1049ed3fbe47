import type { MatchedEvidence } from './matched-evidence.ts';

/** A logged match of a rule: one security event. */
export interface RuleMatch {
  readonly ruleId: string;
  readonly rulesetId: string;
  readonly ref: string;
  readonly description: string;
  /** As in rules, with underscores: `js_challenge`. */
  readonly action: string;
  readonly source: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The ray of the request that was challenged, if this is about an attempt to solve the challenge. */
  readonly originatorRay?: string;
  /** The matched data, if the deployment has a key to encrypt it with. */
  readonly evidence?: MatchedEvidence;
}

const refusing = new Set(['block', 'challenge', 'js_challenge', 'managed_challenge']);

/** Whether the action of a match refuses or challenges the request. */
export const isRefusal = ({ action }: Pick<RuleMatch, 'action'>): boolean => refusing.has(action);

/** The source of matches in logs, by phase. */
const sources: Readonly<Record<string, string>> = {
  previous_firewall_rules: 'firewallrules',
  http_request_firewall_custom: 'firewallcustom',
  http_ratelimit: 'ratelimit',
  http_request_firewall_managed: 'firewallmanaged',
  previous_managed_rules: 'waf',
  http_response_firewall_managed: 'dlp',
};

/** Undefined for phases whose matches are not security events. */
export const sourceOf = (phase: string): string | undefined => sources[phase];

/** Logs write actions without underscores. */
export const logAction = (action: string): string => action.replaceAll('_', '');
