import { ApiError } from '../../../http/api-error.ts';
import { withExample } from '../../../http/common-schema.ts';
import { noContent, ok, okPage, type Route } from '../../../http/route.ts';
import { isHexId } from '../../../kernel/hex-id.ts';
import { pageOf } from '../../../kernel/page.ts';
import { Type } from '../../../kernel/schema.ts';
import type { RulesetKind } from '../ruleset-model.ts';
import {
  RulesetCreateBody,
  RulesetHeadResponse,
  RulesetResponse,
  RulesetUpdateBody,
  rulesetExamples,
  toRuleEntry,
} from '../ruleset-schema.ts';
import { ReplacementQuery, type RulesetCalls } from './ruleset-calls.ts';
import { rulesetId } from './ruleset-params.ts';
import { toUpdate } from './ruleset-update.ts';
import { head, whole } from './shown-ruleset.ts';

const ListQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 64 })),
  per_page: Type.Integer({ minimum: 1, maximum: 50, default: 50 }),
});

export function wholeRulesetRoutes({
  route,
  base,
  one,
  prefix,
  examples,
  rulesets,
  lists,
  read,
  writing,
  reader,
  readable,
  writer,
  written,
  replace,
}: RulesetCalls): Route[] {
  return [
    route({
      method: 'GET',
      path: base,
      operation: `${prefix}-list`,
      summary: 'List rulesets, without their rules',
      access: read,
      query: ListQuery,
      response: RulesetHeadResponse,
      list: true,
      async handle({ params, query, principal }) {
        const { scope, mayRead } = await reader({ params, principal });
        const cursor = readCursor(query.cursor);
        const page = await lists.list(scope, cursor, query.per_page, mayRead);
        const request = { page: 1, perPage: query.per_page };
        return okPage(pageOf(page.items.map(head), page.totalCount, request), page.after);
      },
    }),
    route({
      ...writing,
      method: 'POST',
      path: base,
      operation: `${prefix}-create`,
      summary: 'Create a ruleset, or the entry point of a phase',
      body: withExample(RulesetCreateBody, examples.ruleset),
      response: RulesetResponse,
      async handle({ params, query, body, principal }) {
        const context = await writer(params, principal, query);
        const { name, description, phase, rules = [] } = body;
        const kind = body.kind as RulesetKind;
        const wanted = { name, description, kind, phase, rules: rules.map(toRuleEntry) };
        return written(context, await rulesets.create(context, wanted));
      },
    }),
    route({
      method: 'GET',
      path: one,
      operation: `${prefix}-get`,
      summary: 'Get the latest version of a ruleset',
      access: read,
      response: RulesetResponse,
      async handle(request) {
        const own = await reader(request);
        const found = lists.get(own.scope, rulesetId(request.params));
        return ok(whole(await readable(own, found), request.principal));
      },
    }),
    route({
      ...writing,
      method: 'PUT',
      path: one,
      operation: `${prefix}-update`,
      summary: 'Replace properties and rules of a ruleset; omitted members keep their values',
      query: ReplacementQuery,
      body: withExample(RulesetUpdateBody, rulesetExamples.rules),
      response: RulesetResponse,
      async handle({ params, query, body, principal }) {
        return await replace(await writer(params, principal, query), query, (context) =>
          rulesets.update(context, rulesetId(params), toUpdate(body)),
        );
      },
    }),
    route({
      ...writing,
      method: 'DELETE',
      path: one,
      operation: `${prefix}-delete`,
      summary: 'Delete a ruleset with all its versions',
      async handle({ params, query, principal }) {
        await rulesets.delete(await writer(params, principal, query), rulesetId(params));
        return noContent;
      },
    }),
  ];
}

/** A cursor is the last id of the previous page. */
function readCursor(cursor: string | undefined): string {
  if (cursor === undefined || cursor === '' || isHexId(cursor)) return cursor ?? '';
  throw new ApiError('invalidQuery', { problem: 'the parameter "cursor" is not one we gave' });
}
