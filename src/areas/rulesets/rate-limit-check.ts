import { ApiError } from '../../http/api-error.ts';
import type { RuleCheckContext } from './rule-check-context.ts';
import type { RuleDraft } from './ruleset-model.ts';

/** Fields that can be characteristics of a rate limit; others are entries of a map such as `http.request.headers["x"]`. */
const PLAIN = new Set([
  'cf.colo.id',
  'ip.src',
  'cf.unique_visitor_id',
  'http.host',
  'http.request.uri.path',
  'ip.src.country',
  'ip.geoip.country',
  'ip.src.asnum',
  'ip.geoip.asnum',
  'cf.bot_management.ja3_hash',
  'cf.bot_management.ja4',
]);
const ENTRY =
  /^(?:http\.request\.(?:headers|cookies|uri\.args|body\.form)\["[^"]{1,256}"\]|lookup_json_(?:string|integer)\(http\.request\.body\.raw(?:, ?"[^"]{1,256}")+\))$/;

/** Rate limits exist in one phase only, and each needs a characteristic. */
export function checkRateLimit(rule: RuleDraft, context: RuleCheckContext, at: string): void {
  const { ratelimit } = rule;
  const pointer = `${at}/ratelimit`;
  const takesRateLimit = context.phase.name === 'http_ratelimit' && rule.action !== 'execute';
  if (!takesRateLimit) {
    if (ratelimit) throw new ApiError('ratelimitUnexpected', {}, { pointer });
    return;
  }
  if (!ratelimit) throw new ApiError('ratelimitMissing', {}, { pointer });
  checkCharacteristics(ratelimit.characteristics, `${pointer}/characteristics`);
  if (ratelimit.requests_per_period === undefined && ratelimit.score_per_period === undefined) {
    const problem = 'ratelimit needs "requests_per_period" or "score_per_period"';
    throw new ApiError('ratelimitCharacteristic', { problem }, { pointer });
  }
  const { counting_expression: expression } = ratelimit;
  if (expression === undefined || expression === '') return;
  const reason = context.expressions.countingCondition(expression);
  if (reason === undefined) return;
  const source = { pointer: `${pointer}/counting_expression` };
  throw new ApiError('expressionInvalid', { expression, reason }, source);
}

function checkCharacteristics(names: readonly string[], pointer: string): void {
  const fail = (problem: string, at = pointer) => {
    throw new ApiError('ratelimitCharacteristic', { problem }, { pointer: at });
  };
  names.forEach((name, n) => {
    if (!PLAIN.has(name) && !ENTRY.test(name)) {
      fail(`"${name}" is not a characteristic that requests can be counted by`, `${pointer}/${n}`);
    }
  });
  if (!names.includes('cf.colo.id')) fail('characteristics must contain "cf.colo.id"');
  if (names.includes('ip.src') && names.includes('cf.unique_visitor_id')) {
    fail('characteristics can have "ip.src" or "cf.unique_visitor_id", not both');
  }
}
