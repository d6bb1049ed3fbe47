import { fixedHeaders } from '../../catalogs/fixed-headers.ts';
import { ApiError } from '../../http/api-error.ts';
import { escapePointer } from '../../http/validation.ts';
import type { RuleCheckContext } from './rule-check-context.ts';
import type { RuleDraft } from './ruleset-model.ts';

/** A fixed value, or an expression that computes it. */
interface ValueParameter {
  readonly value?: string;
  readonly expression?: string;
}

export interface HeaderParameter extends ValueParameter {
  readonly operation: 'set' | 'add' | 'remove';
}

export interface RewriteParameters {
  readonly headers?: Readonly<Record<string, HeaderParameter>>;
  readonly uri?: { readonly path?: ValueParameter; readonly query?: ValueParameter };
}

// RFC 9110: a field name is a token.
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/;

/** The part of a message that rewrites of a phase change. */
const rewrittenBy: Readonly<Record<string, 'headers' | 'uri'>> = {
  http_request_transform: 'uri',
  http_request_late_transform: 'headers',
  http_response_headers_transform: 'headers',
  http_request_firewall_custom: 'headers',
};

/** The only header that rewrites of custom rules may set: it marks requests with exposed credentials. */
const CREDENTIAL_HEADER = 'exposed-credential-check';

export function checkRewrite(rule: RuleDraft, context: RuleCheckContext, at: string): void {
  const { headers = {}, uri } = (rule.parameters ?? {}) as RewriteParameters;
  const pointer = `${at}/action_parameters`;
  const allowed = rewrittenBy[context.phase.name];
  for (const part of ['headers', 'uri'] as const) {
    if (rule.parameters?.[part] === undefined || part === allowed) continue;
    refuse(`rules of this phase rewrite "${allowed}", not "${part}"`, `${pointer}/${part}`);
  }
  for (const [name, change] of Object.entries(headers)) {
    checkHeader(rule, context, name, change, `${pointer}/headers/${escapePointer(name)}`);
  }
  if (uri?.path) checkValue(uri.path, context, `${pointer}/uri/path`);
  if (uri?.query) checkValue(uri.query, context, `${pointer}/uri/query`);
}

function checkHeader(
  rule: RuleDraft,
  context: RuleCheckContext,
  name: string,
  change: HeaderParameter,
  at: string,
): void {
  if (!HEADER_NAME.test(name)) refuse(`"${name}" is not the name of an HTTP header`, at);
  checkFixed(name, context, at);
  if (rule.credentialCheck) {
    const isSignal = name.toLowerCase() === CREDENTIAL_HEADER && change.value === '1';
    if (!isSignal) refuse('only the header Exposed-Credential-Check can be set here, to "1"', at);
  }
  if (change.operation === 'add' && context.phase.side === 'request') {
    refuse('"add" is for response headers; use "set"', `${at}/operation`);
  }
  if (change.operation !== 'remove') checkValue(change, context, at);
  else if (change.value !== undefined || change.expression !== undefined) {
    refuse('"remove" takes neither a value nor an expression', at);
  }
}

function checkFixed(name: string, { phase }: RuleCheckContext, at: string): void {
  const { side } = phase;
  const lower = name.toLowerCase();
  if (!fixedHeaders[side].has(lower)) return;
  const instead = lower === 'host' ? '; a rule of http_request_origin can set "host_header"' : '';
  refuse(`the ${side} header "${name}" cannot be changed by rules${instead}`, at);
}

const TARGET = /^(?:https?:\/\/|\/)/;

export function checkRedirect(rule: RuleDraft, context: RuleCheckContext, at: string): void {
  const { from_value: value, from_list: list } = (rule.parameters ?? {}) as {
    from_value?: { target_url: ValueParameter };
    from_list?: { name: string; key: string };
  };
  const pointer = `${at}/action_parameters`;
  if (list) checkListRedirect(list, context, `${pointer}/from_list`);
  if (!value) return;
  if (context.phase.name === LIST_PHASE) {
    refuse(`rules of this phase redirect with "from_list"`, `${pointer}/from_value`);
  }
  const target = `${pointer}/from_value/target_url`;
  checkValue(value.target_url, context, target);
  const { value: fixed } = value.target_url;
  if (fixed !== undefined && !TARGET.test(fixed)) {
    refuse('a target is an http or https URL, or a path', `${target}/value`);
  }
}

const LIST_PHASE = 'http_request_redirect';

function checkListRedirect(
  { name, key }: { readonly name: string; readonly key: string },
  context: RuleCheckContext,
  at: string,
): void {
  const { phase, lists, expressions } = context;
  if (phase.name !== LIST_PHASE) {
    refuse(`"from_list" is for rules of the phase ${LIST_PHASE}`, at);
  }
  const kind = lists.get(name);
  if (kind === undefined) refuse(`there is no list named "${name}" in this account`, `${at}/name`);
  if (kind !== 'redirect') {
    refuse(
      `the list "${name}" is of kind ${kind}; a list of kind redirect is needed`,
      `${at}/name`,
    );
  }
  // The key is looked up in the list, so every value that a condition can look up in it is valid.
  const reason = expressions.text(key, phase) ?? expressions.condition(`${key} in $${name}`, phase);
  if (reason === undefined) return;
  throw new ApiError('parameterExpression', { expression: key, reason }, { pointer: `${at}/key` });
}

function checkValue(value: ValueParameter, context: RuleCheckContext, at: string): void {
  if ((value.value === undefined) === (value.expression === undefined)) {
    refuse('exactly one of "value" and "expression" is needed', at);
  }
  // A fixed value is copied verbatim into the message.
  if (/[\r\n\0]/.test(value.value ?? '')) refuse('the value must be one line', `${at}/value`);
  const { expression } = value;
  const reason =
    expression === undefined ? undefined : context.expressions.text(expression, context.phase);
  if (expression === undefined || reason === undefined) return;
  throw new ApiError(
    'parameterExpression',
    { expression, reason },
    { pointer: `${at}/expression` },
  );
}

function refuse(problem: string, pointer: string): never {
  throw new ApiError('parametersInvalid', { problem }, { pointer });
}
