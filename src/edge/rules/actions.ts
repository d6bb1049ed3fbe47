import { type BypassProduct, phasesOf } from '../../catalogs/bypassed-phases.ts';
import { fixedHeaders } from '../../catalogs/fixed-headers.ts';
import type { ChallengeKind } from '../challenge/challenge-kind.ts';
import type { EdgeResponse } from '../edge-response.ts';
import type { ListSlot } from '../lists/list-table.ts';
import type { OriginOverride } from '../upstream/overridden-origins.ts';
import type { CompiledAction } from './compiled-rule.ts';
import { liveText } from './expression-values.ts';
import type { HeaderChange } from './header-changes.ts';
import type { LiveRequest } from './live-request.ts';
import type { ReadingsNeeded } from './readings.ts';
import type { RuleEffects } from './rule-effects.ts';
import { sourceOf } from './rule-match.ts';

type ActionParameters = Readonly<Record<string, unknown>>;
type Prepared = Omit<CompiledAction, 'name' | 'readings'> &
  Partial<Pick<CompiledAction, 'readings'>>;
export interface ActionContext {
  readonly phase: string;
  /** Finds a list of the account by its name; absent where no lists can be used. */
  readonly listOf?: (name: string) => ListSlot;
}

type ActionCompiler = (parameters: ActionParameters, context: ActionContext) => Prepared;

interface TextSource {
  readonly value?: string;
  readonly expression?: string;
}

const nothing: ActionCompiler = () => ({ run: () => undefined });

/** Undefined for actions that the API stores but the edge does not run. `execute` is in execute-action.ts. */
export function compileAction(
  name: string,
  parameters: ActionParameters,
  context: ActionContext,
): CompiledAction | undefined {
  const kind = actionKinds[name];
  return kind && { name, readings: kind.readings, ...kind.compile(parameters, context) };
}

interface ActionKind {
  readonly readings: ReadingsNeeded;
  readonly compile: ActionCompiler;
}

/** Actions of rules; each is compiled once from its parameters. */
const actionKinds: Readonly<Record<string, ActionKind>> = {
  block: { readings: 'any', compile: compileBlock },
  challenge: { readings: 'any', compile: compileChallenge },
  js_challenge: { readings: 'any', compile: compileChallenge },
  managed_challenge: { readings: 'any', compile: compileChallenge },
  log: { readings: 'any', compile: nothing },
  log_custom_field: { readings: 'any', compile: compileLogFields },
  skip: { readings: 'all', compile: compileSkip },
  // Of previous firewall rules.
  allow: { readings: 'all', compile: compileSkip },
  bypass: { readings: 'all', compile: compileSkip },
  redirect: { readings: 'targets', compile: compileRedirect },
  rewrite: { readings: 'targets', compile: compileRewrite },
  route: { readings: 'targets', compile: compileRoute },
};

function compileBlock(parameters: ActionParameters, { phase }: ActionContext): Prepared {
  const { response } = parameters as {
    response?: { status_code: number; content: string; content_type: string };
  };
  const limitsRate = phase === 'http_ratelimit';
  const problem = limitsRate ? 'rateLimited' : 'blocked';
  const ending: EdgeResponse = response
    ? {
        kind: 'fixed',
        status: response.status_code,
        headers: { 'content-type': response.content_type, 'cache-control': 'no-store' },
        body: response.content,
      }
    : { kind: 'problem', problem };
  if (!limitsRate) return { run: () => ending };
  return {
    run: ({ effects }) => ({ ...ending, headers: { ...ending.headers, ...retryAfter(effects) } }),
  };
}

/** RFC 9110, section 10.2.3: whole seconds, rounded up, so that the visitor is not refused again. */
function retryAfter({ retryAfterMs }: RuleEffects): Readonly<Record<string, string>> {
  if (retryAfterMs === undefined) return {};
  return { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) };
}

/** Visitors with a valid clearance continue; the event then has the action of a bypassed challenge. */
function compileChallenge(_parameters: ActionParameters, { phase }: ActionContext): Prepared {
  const source = sourceOf(phase) ?? '';
  return {
    run({ exchange, effects, edge }, { id: ruleId, rulesetId, action }) {
      const kind = action.name as ChallengeKind;
      const cleared = edge.challenges.clearanceOf(exchange.challenged, kind);
      if (cleared.state !== 'valid') {
        return edge.challenges.page(exchange.challenged, kind, { ruleId, rulesetId, source });
      }
      const last = effects.matches.at(-1);
      if (last?.ruleId === ruleId) {
        const { action: passed, originatorRay } = cleared;
        effects.matches.splice(-1, 1, { ...last, action: passed, originatorRay });
      }
      return undefined;
    },
  };
}

function compileSkip(parameters: ActionParameters): Prepared {
  const skip = parameters as {
    ruleset?: 'current';
    phases?: readonly string[];
    rulesets?: readonly string[];
    rules?: Readonly<Record<string, readonly string[]>>;
    products?: readonly BypassProduct[];
  };
  const rules = Object.values(skip.rules ?? {}).flat();
  const phases = [...(skip.phases ?? []), ...phasesOf(skip.products ?? [])];
  return {
    run({ effects }) {
      effects.skips ??= { phases: new Set(), rulesets: new Set(), rules: new Set() };
      for (const phase of phases) effects.skips.phases.add(phase);
      for (const ruleset of skip.rulesets ?? []) effects.skips.rulesets.add(ruleset);
      for (const rule of rules) effects.skips.rules.add(rule);
      return skip.ruleset === 'current' ? 'end-of-ruleset' : undefined;
    },
  };
}

function compileRedirect(parameters: ActionParameters, { listOf }: ActionContext): Prepared {
  const { from_value: from, from_list: list } = parameters as {
    from_value?: {
      target_url: TextSource;
      status_code?: number;
      preserve_query_string?: boolean;
    };
    from_list?: { name: string; key: string };
  };
  if (list && listOf) return compileListRedirect(listOf(list.name), list.key);
  if (!from) throw new Error('a redirect needs from_value or from_list');
  const target = liveText(from.target_url);
  const status = from.status_code ?? 301;
  return {
    fields: target.fields,
    run({ request, exchange }) {
      const query = exchange.target.slice(exchange.path.length + 1);
      const keep = from.preserve_query_string === true && query !== '';
      const url = target.evaluate(request);
      // If the expression yields nothing, or an invalid header value, the request is not redirected.
      if (!isHeaderValue(url) || url === '') return undefined;
      const location = keep ? `${url}${url.includes('?') ? '&' : '?'}${query}` : url;
      return { kind: 'fixed', status, headers: { location }, body: '' };
    },
  };
}

/** Requests whose URL is not in the list continue. */
function compileListRedirect(list: ListSlot, key: string): Prepared {
  const url = liveText({ expression: key });
  return {
    readings: 'forwarded',
    fields: url.fields,
    run({ request }) {
      const found = list.current.redirects?.find(url.evaluate(request));
      if (!found || !isHeaderValue(found.location)) return undefined;
      const { status, location } = found;
      return { kind: 'fixed', status, headers: { location }, body: '' };
    },
  };
}

function compileRewrite(parameters: ActionParameters, { phase }: ActionContext): Prepared {
  const { headers = {}, uri } = parameters as {
    headers?: Readonly<
      Record<string, TextSource & { readonly operation: HeaderChange['operation'] }>
    >;
    uri?: { readonly path?: TextSource; readonly query?: TextSource };
  };
  const path = uri?.path && liveText(uri.path);
  const query = uri?.query && liveText(uri.query);
  const isResponse = phase.startsWith('http_response');
  const fixed = fixedHeaders[isResponse ? 'response' : 'request'];
  const changes = Object.entries(headers)
    .map(([name, change]) => ({
      name: name.toLowerCase(),
      operation: change.operation,
      text: liveText(change),
    }))
    // Stored rules may name headers that the API refuses in new rules.
    .filter(({ name }) => !fixed.has(name));
  const texts = [path, query, ...changes.map(({ text }) => text)];
  return {
    fields: new Set(texts.flatMap((text) => [...(text?.fields ?? [])])),
    run({ request, exchange, effects }) {
      const list = isResponse ? effects.responseHeaderChanges : effects.headerChanges;
      for (const { name, operation, text } of changes) {
        const value = text.evaluate(request);
        if (isHeaderValue(value)) list.push({ name, operation, value });
      }
      if (path || query) exchange.target = rewritten(request, exchange.target, path, query);
      return undefined;
    },
  };
}

type Text = ReturnType<typeof liveText>;

/** A target with another path or query. If the result is not a valid target, the target stays unchanged. */
function rewritten(
  request: LiveRequest,
  target: string,
  path: Text | undefined,
  query: Text | undefined,
): string {
  const at = target.indexOf('?');
  const oldPath = at === -1 ? target : target.slice(0, at);
  const oldQuery = at === -1 ? '' : target.slice(at + 1);
  const newPath = path ? path.evaluate(request) : oldPath;
  const newQuery = query ? query.evaluate(request) : oldQuery;
  const result = newQuery === '' ? newPath : `${newPath}?${newQuery}`;
  return /^\/[\x21-\x7e\x80-\xff]*$/.test(result) && !result.includes('#') ? result : target;
}

function compileRoute(parameters: ActionParameters): Prepared {
  const {
    host_header: hostHeader,
    origin,
    sni,
  } = parameters as {
    host_header?: string;
    origin?: { readonly host?: string; readonly port?: number };
    sni?: { readonly value: string };
  };
  const override: OriginOverride = { ...origin, ...(sni && { serverName: sni.value }) };
  const overridesOrigin = origin !== undefined || sni !== undefined;
  return {
    run({ effects }) {
      if (hostHeader !== undefined) effects.hostHeader = hostHeader;
      // For each member the last rule that sets it wins.
      if (overridesOrigin) effects.originOverride = { ...effects.originOverride, ...override };
      return undefined;
    },
  };
}

function compileLogFields(parameters: ActionParameters): Prepared {
  type Names = readonly { readonly name: string; readonly preserve_duplicates?: boolean }[];
  const given = parameters as Readonly<Record<string, Names | undefined>>;
  const names = (member: string) => (given[member] ?? []).map(({ name }) => name);
  const lower = (member: string) => names(member).map((name) => name.toLowerCase());
  const listed = (member: string) =>
    (given[member] ?? [])
      .filter((field) => field.preserve_duplicates)
      .map(({ name }) => name.toLowerCase());
  const fields = {
    request: lower('request_fields'),
    changedRequest: lower('transformed_request_fields'),
    response: lower('response_fields'),
    rawResponse: lower('raw_response_fields'),
    cookies: names('cookie_fields'),
    listed: { response: listed('response_fields'), rawResponse: listed('raw_response_fields') },
  };
  return {
    run({ effects }) {
      effects.logFields.push(fields);
      return undefined;
    },
  };
}

/** Whether a text is a valid header value: a line end would begin another header. */
function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}
