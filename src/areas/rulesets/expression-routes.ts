import { Type } from 'typebox';
import { phaseByName } from '../../catalogs/phases.ts';
import type { LacksValue } from '../../expression/expression.ts';
import { ApiError } from '../../http/api-error.ts';
import { gapNotices } from '../../http/gap-notices.ts';
import { ok, type Route, type RouteResult, routeTable } from '../../http/route.ts';
import type { ExpressionChecker } from './expression-checker.ts';
import { conditionGaps } from './rule-gaps.ts';
import { rulesetAccess } from './ruleset-rights.ts';

const Input = Type.Object({
  expression: Type.String({ minLength: 1, examples: ['http.host eq "shop.test"'] }),
});

/** For editors: says whether an expression would be accepted in a custom rule. */
export function expressionRoutes(expressions: ExpressionChecker, lacksValue: LacksValue): Route[] {
  const route = routeTable({ tag: 'Expressions', service: 'product' });
  const access = rulesetAccess('zone', 'read');
  const phase = phaseByName('http_request_firewall_custom');
  const validate = (expression: string): RouteResult => {
    const reason = phase && expressions.condition(expression, phase);
    if (reason === undefined) {
      const gaps = conditionGaps(expression, lacksValue);
      return ok({ expression }, gapNotices([{ where: 'the expression', ...gaps }]));
    }
    throw new ApiError('expressionInvalid', { expression, reason }, { pointer: '/expression' });
  };
  const summary = 'Check an expression';
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
      handle: async ({ query }) => validate(query.expression),
    }),
    route({
      method: 'POST',
      path,
      operation: 'expressions-validate',
      summary,
      access,
      body: Input,
      response: Input,
      handle: async ({ body }) => validate(body.expression),
    }),
  ];
}
