import { actionByName } from '../../catalogs/actions.ts';
import type { Phase } from '../../catalogs/phases.ts';
import { ApiError } from '../../http/api-error.ts';
import { bodyValidator, type Validator } from '../../http/validation.ts';
import { checkExecute } from './execute-check.ts';
import { checkRateLimit } from './rate-limit-check.ts';
import { checkBlock, checkServeError } from './response-check.ts';
import { checkRedirect, checkRewrite } from './rewrite-check.ts';
import { checkRoute } from './route-check.ts';
import type { RuleCheckContext } from './rule-check-context.ts';
import type { RuleDraft, RulesetKind } from './ruleset-model.ts';
import { checkSkip } from './skip-check.ts';

/** Refuses a rule that could not run, naming the member at fault. `pointer` is the rule's JSON pointer in the body. */
export function checkRule(rule: RuleDraft, context: RuleCheckContext, pointer: string): void {
  checkAction(rule, context, pointer);
  checkParameters(rule, pointer);
  checkExpression(rule, context, pointer);
  if (rule.action === 'execute') checkExecute(rule, context, pointer);
  if (rule.action === 'skip') checkSkip(rule, context, pointer);
  if (rule.action === 'rewrite') checkRewrite(rule, context, pointer);
  if (rule.action === 'redirect') checkRedirect(rule, context, pointer);
  if (rule.action === 'route') checkRoute(rule, pointer);
  if (rule.action === 'block') checkBlock(rule, context, pointer);
  if (rule.action === 'serve_error') checkServeError(rule, pointer);
  checkRateLimit(rule, context, pointer);
  checkCredentials(rule, context, pointer);
}

function checkAction(rule: RuleDraft, { phase, kind }: RuleCheckContext, at: string): void {
  const { action } = rule;
  const pointer = `${at}/action`;
  if (action === '') {
    const why = rule.parameters ? ' for action parameters' : '';
    throw new ApiError('actionMissing', { why }, { pointer });
  }
  if (!actionByName(action)) throw new ApiError('unknownAction', { action }, { pointer });
  const allowed = kind === 'managed' ? [] : (phase.actions[kind] ?? []);
  const usable =
    allowed.includes(action) && (action !== 'rewrite' || rewriteFits(rule, phase, kind));
  if (!usable) {
    throw new ApiError('actionNotAllowed', { action, phase: phase.name, kind }, { pointer });
  }
}

/** In custom rules, rewrites only mark requests with exposed credentials for the origin. */
function rewriteFits(rule: RuleDraft, phase: Phase, kind: RulesetKind): boolean {
  const isCustomRule = phase.name === 'http_request_firewall_custom' && kind === 'custom';
  return !isCustomRule || rule.credentialCheck !== undefined;
}

const parameterValidators = new Map<string, Validator>();

function checkParameters({ action, parameters }: RuleDraft, at: string): void {
  const pointer = `${at}/action_parameters`;
  const row = actionByName(action);
  if (!row) return;
  if (!parameters) {
    if (row.parametersRequired) throw new ApiError('parametersMissing', { action }, { pointer });
    return;
  }
  if (!row.parameters) {
    if (Object.keys(parameters).length === 0) return;
    throw new ApiError('parametersUnexpected', { action }, { pointer });
  }
  let validate = parameterValidators.get(action);
  if (!validate) {
    validate = bodyValidator(row.parameters);
    parameterValidators.set(action, validate);
  }
  const problem = validate(parameters);
  if (!problem) return;
  const source = { pointer: pointer + problem.pointer };
  if (problem.unknownMember !== undefined) {
    throw new ApiError('unknownMember', { name: problem.unknownMember }, source);
  }
  const text = problem.text.replace(/^the body/, 'action_parameters');
  throw new ApiError('parametersInvalid', { problem: text }, source);
}

function checkExpression(
  { expression }: RuleDraft,
  { expressions, phase }: RuleCheckContext,
  at: string,
): void {
  const pointer = `${at}/expression`;
  if (expression.trim() === '') throw new ApiError('expressionBlank', {}, { pointer });
  const reason = expressions.condition(expression, phase);
  if (reason !== undefined) {
    throw new ApiError('expressionInvalid', { expression, reason }, { pointer });
  }
}

const CREDENTIAL_ACTIONS = [
  'rewrite',
  'log',
  'block',
  'challenge',
  'js_challenge',
  'managed_challenge',
];

function checkCredentials(rule: RuleDraft, context: RuleCheckContext, at: string): void {
  if (!rule.credentialCheck) return;
  const pointer = `${at}/exposed_credential_check`;
  const { phase, kind, scope } = context;
  const isAllowed =
    phase.name === 'http_request_firewall_custom' &&
    kind === 'custom' &&
    scope.zoneId === undefined;
  if (!isAllowed) throw new ApiError('credentialCheckScope', {}, { pointer });
  if (!CREDENTIAL_ACTIONS.includes(rule.action)) {
    const allowed = CREDENTIAL_ACTIONS.join(', ');
    throw new ApiError('credentialCheckAction', { allowed }, { pointer: `${at}/action` });
  }
  for (const [name, expression] of Object.entries(rule.credentialCheck)) {
    const reason = context.expressions.credential(expression);
    if (reason === undefined) continue;
    const source = { pointer: `${pointer}/${name}` };
    throw new ApiError('expressionInvalid', { expression, reason }, source);
  }
}
