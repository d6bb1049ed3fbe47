import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import type { ApiCall } from '../../parts/copy-as/api-call.ts';
import {
  assertUnchanged,
  ensureEntryPoint,
  type PhaseName,
  type Rule,
  type RuleBody,
  type Ruleset,
} from './ruleset.ts';

const POST = 'POST /zones/{zone_id}/rulesets/{ruleset_id}/rules';
const PATCH = 'PATCH /zones/{zone_id}/rulesets/{ruleset_id}/rules/{rule_id}';
const PUT = 'PUT /zones/{zone_id}/rulesets/phases/{phase}/entrypoint';

export interface RuleTarget {
  readonly zoneId: string;
  readonly phase: PhaseName;
  /** Undefined if the phase has no entry point yet. */
  readonly ruleset: Ruleset | undefined;
  /** Undefined for a new rule. */
  readonly rule: Rule | undefined;
}

/** The call that saves a rule, as it can be copied. */
export function ruleCall({ zoneId, phase, ruleset, rule }: RuleTarget, body: RuleBody): ApiCall {
  if (!ruleset) {
    return { operation: PUT, params: { zone_id: zoneId, phase }, body: { rules: [body] } };
  }
  const params = { zone_id: zoneId, ruleset_id: ruleset.id };
  if (!rule) return { operation: POST, params, body };
  return { operation: PATCH, params: { ...params, rule_id: rule.id }, body };
}

/** Lets the API check a rule without changing anything, so that its errors appear at the fields of the form. */
export async function checkRule(target: RuleTarget, body: RuleBody): Promise<void> {
  const { zoneId, phase, ruleset, rule } = target;
  const query = { dry_run: true };
  if (!ruleset) {
    const { position: _, ...first } = body;
    const params = { zone_id: zoneId, phase };
    await callApi(PUT, { params, query, body: { rules: [first] } }).catch(throwBelow('/rules/0'));
    return;
  }
  const params = { zone_id: zoneId, ruleset_id: ruleset.id };
  if (rule) await callApi(PATCH, { params: { ...params, rule_id: rule.id }, query, body });
  else await callApi(POST, { params, query, body });
}

/** The heading of an error of `checkRule`: a refused rule cannot be saved; after any other error it is unchecked. */
export function checkFailure(name: string): (error: Error) => string {
  return (error) =>
    error instanceof ApiError && error.status === 400
      ? `${name} cannot be saved like this`
      : `${name} could not be checked`;
}

/** Saves this rule and leaves all others as they are, also those that were added since the page was read. */
export async function saveRule(target: RuleTarget, body: RuleBody): Promise<void> {
  const { zoneId, phase, ruleset, rule } = target;
  if (ruleset && rule) await assertUnchanged(zoneId, ruleset, [rule]);
  const id = ruleset?.id ?? (await ensureEntryPoint(zoneId, phase));
  const params = { zone_id: zoneId, ruleset_id: id };
  if (rule) await callApi(PATCH, { params: { ...params, rule_id: rule.id }, body });
  else await callApi(POST, { params, body });
}

/** Throws the error with the pointers that the rule alone would have. */
function throwBelow(parent: string) {
  return (error: unknown): never => {
    if (!(error instanceof ApiError)) throw error;
    const { status, requestId } = error;
    const errors = error.errors.map((notice) =>
      notice.source?.pointer.startsWith(parent)
        ? { ...notice, source: { pointer: notice.source.pointer.slice(parent.length) } }
        : notice,
    );
    throw new ApiError({ status, requestId, errors });
  };
}
