import { withExample } from '../../../http/common-schema.ts';
import { ok, type Route } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import {
  PhaseParams,
  RulesetHeadResponse,
  RulesetResponse,
  RulesetUpdateBody,
} from '../ruleset-schema.ts';
import { ReplacementQuery, type RulesetCalls } from './ruleset-calls.ts';
import { phaseOf, Version } from './ruleset-params.ts';
import { toUpdate } from './ruleset-update.ts';
import { allOf, shownTo } from './shown-ruleset.ts';

export function entryPointRoutes({
  route,
  base,
  prefix,
  examples,
  rulesets,
  lists,
  read,
  writing,
  reader,
  writer,
  replace,
}: RulesetCalls): Route[] {
  const path = `${base}/phases/:phase/entrypoint`;
  return [
    route({
      method: 'GET',
      path,
      operation: `${prefix}-entrypoint-get`,
      summary: 'Get the entry point of a phase',
      access: read,
      params: Type.Object(PhaseParams),
      response: RulesetResponse,
      async handle({ params, principal }) {
        const { scope, requireRead } = await reader({ params, principal });
        requireRead(phaseOf(params));
        return ok(shownTo(principal, await lists.entryPoint(scope, phaseOf(params))));
      },
    }),
    route({
      ...writing,
      method: 'PUT',
      path,
      operation: `${prefix}-entrypoint-update`,
      summary: 'Replace the entry point of a phase, or create it',
      params: Type.Object(PhaseParams),
      query: ReplacementQuery,
      body: withExample(RulesetUpdateBody, examples.entryPoint),
      response: RulesetResponse,
      async handle({ params, query, body, principal }) {
        return await replace(await writer(params, principal, query), query, (context) =>
          rulesets.updateEntryPoint(context, phaseOf(params), toUpdate(body)),
        );
      },
    }),
    route({
      method: 'GET',
      path: `${path}/versions`,
      operation: `${prefix}-entrypoint-versions-list`,
      summary: 'List the versions of the entry point of a phase; empty if it does not exist',
      access: read,
      params: Type.Object(PhaseParams),
      response: RulesetHeadResponse,
      list: true,
      async handle({ params, principal }) {
        const { scope, requireRead } = await reader({ params, principal });
        requireRead(phaseOf(params));
        return allOf(await lists.entryPointVersions(scope, phaseOf(params)));
      },
    }),
    route({
      method: 'GET',
      path: `${path}/versions/:version`,
      operation: `${prefix}-entrypoint-versions-get`,
      summary: 'Get one version of the entry point of a phase',
      access: read,
      params: Type.Object({ ...PhaseParams, version: Version }),
      response: RulesetResponse,
      async handle({ params, principal }) {
        const { scope, requireRead } = await reader({ params, principal });
        requireRead(phaseOf(params));
        const version = params['version'] ?? '';
        return ok(
          shownTo(principal, await lists.entryPointVersion(scope, phaseOf(params), version)),
        );
      },
    }),
  ];
}
