import { groupNameFor } from '../../../catalogs/permissions.ts';
import { phaseByName } from '../../../catalogs/phases.ts';
import {
  compileList,
  type LacksValue,
  type Matcher,
  parseIp,
} from '../../../expression/expression.ts';
import { ApiError } from '../../../http/api-error.ts';
import { gapNotices } from '../../../http/gap-notices.ts';
import type { Principal } from '../../../http/principal.ts';
import { ok, type Route, routeTable } from '../../../http/route.ts';
import type { Static } from '../../../kernel/schema.ts';
import { finished } from '../../../kernel/time-slices.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import { type KnownList, listReferenceStore } from '../lists/list-reference-store.ts';
import { readListContent } from '../lists/list-snapshot.ts';
import { conditionGaps } from '../rule-gaps.ts';
import { listsUsedBy } from '../rule-lists.ts';
import { rulesetAccess } from '../ruleset-rights.ts';
import type { RulesetsDatabase } from '../rulesets-tables.ts';
import type { ExpressionChecker } from './expression-checker.ts';
import { expressionReference } from './expression-reference.ts';
import type { TrialRequest, TryExpression } from './expression-trial.ts';
import {
  CUSTOM_RULES,
  ReferenceQuery,
  ReferenceResponse,
  TrialBody,
  type TrialRequestBody,
  TrialResponse,
  trialResponse,
} from './expression-trial-schema.ts';

/** The visitor if none is described. */
const LOCAL = '127.0.0.1';

export interface ExpressionTrialRoutesOptions {
  readonly database: RulesetsDatabase;
  readonly zones: ZoneDirectory;
  readonly expressions: ExpressionChecker;
  readonly lacksValue: LacksValue;
  readonly tryExpression: TryExpression;
}

type KnownLists = ReadonlyMap<string, KnownList>;

/** An extension of the API, for editors: the language of a phase, and expressions tried on described requests. */
export function expressionTrialRoutes(options: ExpressionTrialRoutesOptions): Route[] {
  const { database, zones, expressions, lacksValue, tryExpression } = options;
  const route = routeTable({ tag: 'Expressions', service: 'product' });
  const access = rulesetAccess('zone', 'read');

  const accountOf = async (zoneId: string): Promise<string> => {
    const zone = await zones.find(zoneId);
    if (!zone) throw new ApiError('invalidZone', { permission: groupNameFor('ruleset:read') });
    return zone.account.id;
  };
  /** None if the caller may not read lists, so that a trial does not reveal their items. */
  const readableLists = async (principal: Principal, accountId: string): Promise<KnownLists> => {
    const mayRead = principal.allows('list:read', { type: 'account', accountId });
    return mayRead ? listReferenceStore.listsOf(database.read, accountId) : new Map();
  };
  const matchersFor = async (expression: string, lists: KnownLists) => {
    const matchers = new Map<string, Matcher>();
    for (const name of listsUsedBy({ expression })) {
      const list = lists.get(name);
      if (!list || list.kind === 'redirect') continue;
      const { items } = await readListContent(database, list.id, list.kind);
      matchers.set(name, finished(compileList(list.kind, items as readonly string[])));
    }
    return matchers;
  };

  return [
    route({
      method: 'GET',
      path: '/zones/:zone_id/expressions/reference',
      operation: 'expressions-reference',
      summary: 'List what expressions of a phase may use: fields, functions, operators and lists',
      access,
      query: ReferenceQuery,
      response: ReferenceResponse,
      async handle({ params, query, principal }) {
        const lists = await readableLists(principal, await accountOf(params.zone_id));
        const named = [...lists].map(([name, { kind }]) => ({ name, kind }));
        return ok({
          ...expressionReference(phaseOf(query.phase), lacksValue),
          lists: named.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
        });
      },
    }),
    route({
      method: 'POST',
      path: '/zones/:zone_id/expressions/evaluate',
      operation: 'expressions-evaluate',
      summary:
        'Check an expression for a phase, and evaluate a condition on a described request, clause by clause',
      access,
      body: TrialBody,
      unknownMembers: 'refuse',
      response: TrialResponse,
      async handle({ params, body, principal }) {
        const { expression, phase = CUSTOM_RULES, use = 'condition', request } = body;
        const lists = await listReferenceStore.listsOf(
          database.read,
          await accountOf(params.zone_id),
        );
        const kinds = new Map([...lists].map(([name, { kind }]) => [name, kind]));
        const checker = expressions.withLists(kinds);
        const reason = {
          condition: () => checker.condition(expression, phaseOf(phase)),
          counting: () => checker.countingCondition(expression),
          text: () => checker.text(expression, phaseOf(phase)),
        }[use]();
        if (reason !== undefined) {
          throw new ApiError(
            'expressionInvalid',
            { expression, reason },
            { pointer: '/expression' },
          );
        }
        if (use === 'text') return ok({ expression });
        const gaps = gapNotices([
          { where: 'the expression', ...conditionGaps(expression, lacksValue) },
        ]);
        if (!request) return ok({ expression }, gaps);
        const readable = await readableLists(principal, await accountOf(params.zone_id));
        const matchers = await matchersFor(expression, readable);
        const outcome = await tryExpression(expression, describedBy(request), matchers);
        return ok({ expression, trial: trialResponse(outcome) }, gaps);
      },
    }),
  ];
}

function describedBy(request: Static<typeof TrialRequestBody>): TrialRequest {
  const {
    client_address: clientAddress = LOCAL,
    method = 'GET',
    headers = [],
    body = '',
  } = request;
  if (!parseIp(clientAddress)) {
    throw new ApiError(
      'invalidBody',
      { problem: 'client_address must be an IP address' },
      { pointer: '/request/client_address' },
    );
  }
  return { method, url: request.url, headers, body, clientAddress };
}

function phaseOf(name: string) {
  const phase = phaseByName(name);
  // The schema admits only names from the catalog.
  if (!phase) throw new Error(`there is no phase ${name}`);
  return phase;
}
