import { allowsUrl } from '../../../detectors/csp/match-source.ts';
import { parsePolicy } from '../../../detectors/csp/parse-policy.ts';
import {
  compileExpression,
  type LogicNode,
  toByteString,
  usage,
} from '../../../expression/expression.ts';
import type { PolicyConditions } from './policy-conditions.ts';
import { isEnabled, type PagePolicy } from './policy-model.ts';

/** Fields of a request that can be computed from the URL of the page. */
const fromUrl: Readonly<Record<string, (url: URL) => string | boolean>> = {
  'http.host': ({ host }) => host,
  'http.request.method': () => 'GET',
  'http.request.full_uri': ({ href }) => href,
  'http.request.uri': ({ pathname, search }) => pathname + search,
  'http.request.uri.path': ({ pathname }) => pathname,
  'http.request.uri.query': ({ search }) => search.slice(1),
  'raw.http.request.full_uri': ({ href }) => href,
  'raw.http.request.uri': ({ pathname, search }) => pathname + search,
  'raw.http.request.uri.path': ({ pathname }) => pathname,
  'raw.http.request.uri.query': ({ search }) => search.slice(1),
  ssl: ({ protocol }) => protocol === 'https:',
};

/** Whether a policy applies to a page. `depends`: it needs more than the URL. */
export interface PolicyOutcome {
  readonly policy: PagePolicy;
  readonly applies: 'yes' | 'no' | 'depends';
  /** Fields that are only known for a real request. */
  readonly dependsOn: readonly string[];
}

export function outcomesFor(
  policies: readonly PagePolicy[],
  url: URL,
  conditions: PolicyConditions,
): PolicyOutcome[] {
  return policies.map((policy) => {
    const tree = conditions.read(policy.document.expression);
    if (!isEnabled(policy.document) || typeof tree === 'string') {
      return { policy, applies: 'no', dependsOn: [] };
    }
    const dependsOn = [...usage(tree).fields].filter((field) => !Object.hasOwn(fromUrl, field));
    if (dependsOn.length > 0) return { policy, applies: 'depends', dependsOn };
    return { policy, applies: isTrueFor(tree, url) ? 'yes' : 'no', dependsOn };
  });
}

function isTrueFor(tree: LogicNode, url: URL): boolean {
  const matches = compileExpression<URL>(tree, {
    field: (name) => (page) => {
      const value = fromUrl[name]?.(page);
      return typeof value === 'string' ? toByteString(value) : value;
    },
    list: () => undefined,
  });
  return matches(url);
}

/** Directives for a type of resource, in the order of fallback: the first one that a policy has decides. */
const deciding = {
  script: ['script-src', 'default-src'],
  connection: ['connect-src', 'default-src'],
} as const;
export type ResourceType = keyof typeof deciding;

export interface ResourceDecision {
  readonly policyId: string;
  /** Undefined if the policy has no directive for this type of resource. */
  readonly directive: string | undefined;
  readonly isCovered: boolean;
}

/** Whether each policy allows a resource on a page. */
export function decisionsOn(
  policies: readonly PagePolicy[],
  type: ResourceType,
  resource: URL,
  page: URL,
): ResourceDecision[] {
  return policies.map(({ id, document }) => {
    const { directives } = parsePolicy(document.value);
    const directive = deciding[type]
      .map((wanted) => directives.find(({ name }) => name === wanted))
      .find((found) => found !== undefined);
    const isCovered = !directive || allowsUrl(directive, resource, page);
    return { policyId: id, directive: directive?.name, isCovered };
  });
}
