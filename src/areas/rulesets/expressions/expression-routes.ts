import { phaseByName } from '../../../catalogs/phases.ts';
import type { LacksValue } from '../../../expression/expression.ts';
import { ApiError } from '../../../http/api-error.ts';
import { gapNotices, tokenNotices } from '../../../http/gap-notices.ts';
import type { Principal } from '../../../http/principal.ts';
import { ok, type Route, type RouteResult, routeTable } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import type { AccountDirectory } from '../../platform/accounts/account-read-model.ts';
import { listReferenceStore } from '../lists/list-reference-store.ts';
import { conditionGaps } from '../rule-gaps.ts';
import { rulesetAccess } from '../ruleset-rights.ts';
import type { RulesetsDatabase } from '../rulesets-tables.ts';
import type { ExpressionChecker } from './expression-checker.ts';

const Input = Type.Object({
  expression: Type.String({ minLength: 1, examples: ['http.host eq "shop.test"'] }),
});

export interface ExpressionRoutesOptions {
  readonly database: RulesetsDatabase;
  readonly accounts: AccountDirectory;
  readonly expressions: ExpressionChecker;
  readonly lacksValue: LacksValue;
}

/** For editors: validates an expression as the condition of a custom rule. */
export function expressionRoutes(options: ExpressionRoutesOptions): Route[] {
  const { database, accounts, expressions, lacksValue } = options;
  const route = routeTable({ tag: 'Expressions', service: 'product' });
  const access = rulesetAccess('zone', 'read');
  const phase = phaseByName('http_request_firewall_custom');
  /** The path has no account, so names of lists are checked only if the caller can read the lists of a single account. */
  const listsFor = async (principal: Principal) => {
    const accountId = await accounts.soleWithin(principal.reach('list:read'));
    if (accountId === undefined) return 'any';
    const lists = await listReferenceStore.listsOf(database.read, accountId);
    return new Map([...lists].map(([name, { kind }]) => [name, kind]));
  };
  const validate = async (expression: string, principal: Principal): Promise<RouteResult> => {
    const lists = expression.includes('$') ? await listsFor(principal) : new Map();
    const reason = phase && expressions.withLists(lists).condition(expression, phase);
    if (reason === undefined) {
      const gaps = conditionGaps(expression, lacksValue);
      return ok({ expression }, [
        ...gapNotices([{ where: 'the expression', ...gaps }]),
        ...tokenNotices([expression]),
      ]);
    }
    throw new ApiError('expressionInvalid', { expression, reason }, { pointer: '/expression' });
  };
  const summary =
    'Check an expression. Names of lists are checked only if the credential can read the lists of a single account';
  const path = '/filters/validate-expr';
  return [
    route({
      method: 'GET',
      path,
      operation: 'expressions-validate-get',
      summary,
      access,
      query: Input,
      response: Input,
      handle: async ({ query, principal }) => await validate(query.expression, principal),
    }),
    route({
      method: 'POST',
      path,
      operation: 'expressions-validate',
      summary,
      access,
      body: Input,
      response: Input,
      handle: async ({ body, principal }) => await validate(body.expression, principal),
    }),
  ];
}
