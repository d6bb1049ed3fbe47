import type { Principal } from '../../../http/principal.ts';
import { okPage, type RouteResult } from '../../../http/route.ts';
import { pageOf } from '../../../kernel/page.ts';
import { withHiddenSecrets } from '../rule-secrets.ts';
import type { Ruleset } from '../ruleset-model.ts';
import type { AnyRuleset, RulesetHead } from '../ruleset-read-model.ts';
import { rulesetRights } from '../ruleset-rights.ts';
import {
  managedHeadResponse,
  managedResponse,
  rulesetHeadResponse,
  rulesetResponse,
} from '../ruleset-schema.ts';

export function whole(ruleset: AnyRuleset, principal: Principal) {
  return ruleset.managed ? managedResponse(ruleset.managed) : shownTo(principal, ruleset.stored);
}

/** Secrets are hidden from callers without write permission for the zone or account that owns the ruleset. */
export function shownTo(principal: Principal, ruleset: Ruleset) {
  const { mayWrite } = rulesetRights(principal, ruleset.scope);
  return rulesetResponse(mayWrite(ruleset.phase) ? ruleset : withHiddenSecrets(ruleset));
}

export function head(ruleset: RulesetHead) {
  return ruleset.managed
    ? managedHeadResponse(ruleset.managed)
    : rulesetHeadResponse(ruleset.stored);
}

export function allOf(rulesets: readonly RulesetHead[]): RouteResult {
  const request = { page: 1, perPage: Math.max(1, rulesets.length) };
  return okPage(pageOf(rulesets.map(head), rulesets.length, request));
}
