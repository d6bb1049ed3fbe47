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

/** What a page's URL tells of the request for it. */
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

/** Whether a policy acts on a page. `depends`: on more than the URL. */
export interface PolicyOutcome {
  readonly policy: PagePolicy;
  readonly applies: 'yes' | 'no' | 'depends';
  /** Fields that only a request has. */
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

/** Directives that decide about a resource, the first that is there. */
const deciding = {
  script: ['script-src', 'default-src'],
  connection: ['connect-src', 'default-src'],
} as const;
export type ResourceType = keyof typeof deciding;

export interface ResourceDecision {
  readonly policyId: string;
  /** Undefined when the policy says nothing about resources of the type. */
  readonly directive: string | undefined;
  readonly isCovered: boolean;
}

/** What each policy says about a resource on a page. */
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
