import { rulesByTag } from '../../../catalogs/managed-rulesets/managed-rulesets.ts';
import { noContent, ok, type Route } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import {
  managedResponse,
  RulesetHeadResponse,
  RulesetResponse,
  rulesetHeadResponse,
} from '../ruleset-schema.ts';
import type { RulesetCalls } from './ruleset-calls.ts';
import { rulesetId, Version } from './ruleset-params.ts';
import { allOf, whole } from './shown-ruleset.ts';

const Tag = Type.String({ minLength: 1, maxLength: 100, examples: ['card'] });
const VersionParams = Type.Object({ version: Version });

export function versionRoutes({
  route,
  one,
  prefix,
  rulesets,
  lists,
  read,
  writing,
  reader,
  readable,
  writer,
}: RulesetCalls): Route[] {
  return [
    route({
      method: 'GET',
      path: `${one}/versions`,
      operation: `${prefix}-versions-list`,
      summary: 'List the versions of a ruleset, without their rules',
      access: read,
      response: RulesetHeadResponse,
      list: true,
      async handle(request) {
        const own = await reader(request);
        const id = rulesetId(request.params);
        await readable(own, lists.get(own.scope, id));
        return allOf(await lists.versions(own.scope, id));
      },
    }),
    route({
      method: 'GET',
      path: `${one}/versions/:version`,
      operation: `${prefix}-versions-get`,
      summary: 'Get one version of a ruleset',
      access: read,
      params: VersionParams,
      response: RulesetResponse,
      async handle(request) {
        const { params } = request;
        const own = await reader(request);
        const found = lists.version(own.scope, rulesetId(params), params['version'] ?? '');
        return ok(whole(await readable(own, found), request.principal));
      },
    }),
    route({
      ...writing,
      method: 'DELETE',
      path: `${one}/versions/:version`,
      operation: `${prefix}-versions-delete`,
      summary: 'Delete an old version of a ruleset',
      params: VersionParams,
      async handle({ params, query, principal }) {
        const context = await writer(params, principal, query);
        await rulesets.deleteVersion(context, rulesetId(params), Number(params['version']));
        return noContent;
      },
    }),
    route({
      method: 'GET',
      path: `${one}/versions/:version/by_tag/:tag`,
      operation: `${prefix}-versions-by-tag`,
      summary: 'Get the rules of a managed ruleset that have a tag',
      access: read,
      params: Type.Object({ version: Version, tag: Tag }),
      response: RulesetResponse,
      async handle(request) {
        const { params } = request;
        const own = await reader(request);
        const version = params['version'] ?? '';
        const found = await readable(own, lists.version(own.scope, rulesetId(params), version));
        return ok(
          found.managed
            ? managedResponse(found.managed, rulesByTag(found.managed, params['tag'] ?? ''))
            : { ...rulesetHeadResponse(found.stored), rules: [] },
        );
      },
    }),
  ];
}
