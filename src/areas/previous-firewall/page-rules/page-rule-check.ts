import { ApiError } from '../../../http/api-error.ts';
import { isPatternOf, urlPatternProblem } from '../url-pattern/url-pattern.ts';
import { type ActionValue, pageRuleAction } from './page-rule-actions.ts';
import { type PageRule, type PageRuleDocument, patternOf } from './page-rule-model.ts';

const URL_POINTER = '/targets/0/constraint/value';

/** `others` are the other page rules of the zone. */
export function checkPageRule(
  document: PageRuleDocument,
  zoneName: string,
  others: readonly PageRule[],
): void {
  checkUrl(patternOf(document), zoneName);
  const other = others.find((each) => patternOf(each.document) === patternOf(document));
  if (other) {
    throw invalid(
      `.distinctTargetUrl: the page rule ${other.id} has this URL already`,
      URL_POINTER,
    );
  }
  checkActions(document);
}

function checkUrl(pattern: string, zoneName: string): void {
  const problem = urlPatternProblem(pattern);
  if (problem !== undefined) throw invalid(`"${URL_POINTER}" ${problem}`, URL_POINTER);
  if (isPatternOf(pattern, zoneName)) return;
  throw invalid(`"${URL_POINTER}" must have a host of the zone ${zoneName}`, URL_POINTER);
}

function checkActions({ actions }: PageRuleDocument): void {
  for (const [n, { id, value }] of actions.entries()) {
    const pointer = `/actions/${n}`;
    const first = actions.findIndex((other) => other.id === id);
    if (first !== n) throw invalid(`the action "${id}" is there twice`, pointer);
    const problem = valueProblem(pageRuleAction(id)?.value ?? { kind: 'none' }, value ?? undefined);
    if (problem !== undefined) {
      throw invalid(`the value of the action "${id}" ${problem}`, `${pointer}/value`);
    }
  }
  if (actions.length > 1 && actions.some(({ id }) => id === 'forwarding_url')) {
    throw invalid('the action "forwarding_url" excludes all others', '/actions');
  }
}

function valueProblem(allowed: ActionValue, value: unknown): string | undefined {
  switch (allowed.kind) {
    case 'none':
      // Terraform sends true.
      return value === undefined || value === true ? undefined : 'must be left out, or be true';
    case 'choice':
      if (allowed.choices.some((choice) => choice === value)) return undefined;
      return `must be one of ${allowed.choices.join(', ')}`;
    case 'number': {
      const { min, max } = allowed;
      const fits = Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
      return fits ? undefined : `must be an integer from ${min} to ${max}`;
    }
    case 'text':
      return typeof value === 'string' && value !== '' ? undefined : 'must be a text';
    case 'object':
      return isObject(value) ? undefined : 'must be an object';
    case 'forwarding':
      return forwardingProblem(value);
  }
}

function forwardingProblem(value: unknown): string | undefined {
  const { url, status_code: status } = isObject(value) ? value : {};
  const fits = typeof url === 'string' && url !== '' && (status === 301 || status === 302);
  return fits ? undefined : 'must have a "url", and a "status_code" of 301 or 302';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(problem: string, pointer: string): ApiError {
  return new ApiError('pageRuleInvalid', { problem }, { pointer });
}
