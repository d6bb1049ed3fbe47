import {
  previousGroupById,
  previousRuleById,
} from '../../../catalogs/previous-firewall/previous-packages.ts';
import { ApiError } from '../../../http/api-error.ts';
import { urlPatternProblem } from '../url-pattern/url-pattern.ts';
import { completeOverride, type UriOverrideDocument } from './override-model.ts';

/** Throws if an override has an invalid URL, names an unknown group or rule, or changes nothing. */
export function checkOverride(document: UriOverrideDocument): void {
  const { urls, groups, rules } = completeOverride(document);
  for (const [n, url] of urls.entries()) {
    const problem = urlProblem(url);
    if (problem !== undefined) throw invalid(`The URL "${url}" ${problem}`, `/urls/${n}`);
  }
  if (Object.keys(groups).length + Object.keys(rules).length === 0) {
    throw invalid('An override needs "groups" or "rules" with at least one member', '/rules');
  }
  requireKnown('group', groups, previousGroupById);
  requireKnown('rule', rules, previousRuleById);
}

function urlProblem(url: string): string | undefined {
  if (url.includes('://')) return 'must begin with the host: overrides are about both schemes';
  return urlPatternProblem(url);
}

function requireKnown(
  kind: 'group' | 'rule',
  actions: Readonly<Record<string, unknown>>,
  find: (id: string) => unknown,
): void {
  const unknown = Object.keys(actions).find((id) => find(id) === undefined);
  if (unknown === undefined) return;
  throw invalid(`No package has a ${kind} with the id "${unknown}"`, `/${kind}s/${unknown}`);
}

export const invalid = (problem: string, pointer: string): ApiError =>
  new ApiError('uriOverrideInvalid', { problem }, { pointer });
