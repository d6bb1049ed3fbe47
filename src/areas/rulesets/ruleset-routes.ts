import { rulesByTag } from '../../catalogs/managed-rulesets/managed-rulesets.ts';
import { sampleTexts } from '../../catalogs/managed-rulesets/sample-texts.ts';
import { groupNameFor } from '../../catalogs/permissions.ts';
import { tierOf } from '../../catalogs/plans.ts';
import type { LacksValue } from '../../expression/expression.ts';
import { ApiError } from '../../http/api-error.ts';
import { orDefault, withExample } from '../../http/common-schema.ts';
import type { Notice } from '../../http/envelope.ts';
import type { Principal } from '../../http/principal.ts';
import {
  type ApiRequest,
  noContent,
  ok,
  okPage,
  type PathParams,
  type Route,
  type RouteResult,
  routeTable,
} from '../../http/route.ts';
import { isHexId } from '../../kernel/hex-id.ts';
import { pageOf } from '../../kernel/page.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import type {
  MigrationQuery,
  MigrationWritePort,
} from '../firewall-migration/migration-write-port.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import { withHiddenSecrets } from './rule-secrets.ts';
import {
  type Ruleset,
  type RulesetKind,
  type RulesetScope,
  VERSION_PATTERN,
} from './ruleset-model.ts';
import { bypassesPrevious, noticesAbout } from './ruleset-notices.ts';
import type { AnyRuleset, RulesetHead, RulesetReadModel } from './ruleset-read-model.ts';
import { rulesetAccess, rulesetRights } from './ruleset-rights.ts';
import {
  definesRule,
  managedHeadResponse,
  managedResponse,
  PhaseParams,
  RuleBody,
  RulesetCreateBody,
  RulesetHeadResponse,
  RulesetResponse,
  RulesetUpdateBody,
  rulesetExamples,
  rulesetHeadResponse,
  rulesetResponse,
  SamplesResponse,
  toRuleDraft,
  toRuleEntry,
} from './ruleset-schema.ts';
import type { RulesetService, RulesetUpdate, WriteContext } from './ruleset-service.ts';

export interface RulesetRoutesOptions {
  readonly rulesets: RulesetService;
  readonly lists: RulesetReadModel;
  readonly zones: ZoneDirectory;
  /** Gets every replacement of a zone's entry point of managed rules. */
  readonly migrations: MigrationWritePort;
  /** Tests whether a field or function has no value in requests of the scope. */
  lacksValueIn(scope: RulesetScope): Promise<LacksValue>;
}

/** Every route exists for zones and for accounts. */
interface Family {
  readonly base: string;
  readonly prefix: string;
  readonly tag: string;
  readonly examples: Record<'ruleset' | 'entryPoint', object>;
  readonly owner: 'zone' | 'account';
}

const families: readonly Family[] = [
  {
    base: '/zones/:zone_id/rulesets',
    prefix: 'zone-rulesets',
    tag: 'Zone rulesets',
    examples: rulesetExamples.zone,
    owner: 'zone',
  },
  {
    base: '/accounts/:account_id/rulesets',
    prefix: 'account-rulesets',
    tag: 'Account rulesets',
    examples: rulesetExamples.account,
    owner: 'account',
  },
];

const dryRun = { dry_run: Type.Boolean({ default: false }) };
const DryRunQuery = Type.Object(dryRun);
const ReplacementQuery = Type.Object({
  ...dryRun,
  /** `pending` or 1: the previous managed rules end. `validation` or 2: both run, the new ones first. */
  waf_migration: Type.Optional(Type.String()),
  phase_two: Type.Optional(Type.String()),
});
const ListQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 64 })),
  per_page: Type.Integer({ minimum: 1, maximum: 50, default: 50 }),
});
const Version = Type.String({ pattern: VERSION_PATTERN, examples: ['1'] });
const Tag = Type.String({ minLength: 1, maxLength: 100, examples: ['card'] });

export function rulesetRoutes(options: RulesetRoutesOptions): Route[] {
  return families.flatMap((family) => familyRoutes(family, options));
}

function familyRoutes(family: Family, options: RulesetRoutesOptions) {
  const { rulesets, lists, zones, migrations, lacksValueIn } = options;
  const { base, prefix, examples, owner } = family;
  const route = routeTable({ tag: family.tag, service: 'product' });
  const read = rulesetAccess(owner, 'read');
  const write = rulesetAccess(owner, 'write');
  const one = `${base}/:ruleset_id`;
  const entryPoint = `${base}/phases/:phase/entrypoint`;
  const phaseParams = Type.Object(PhaseParams);
  const versionParams = Type.Object({ version: Version });

  const locate = async (params: PathParams): Promise<Pick<WriteContext, 'scope' | 'tier'>> => {
    if (params.zone_id === undefined) {
      return { scope: { accountId: params.account_id, zoneId: undefined }, tier: 'enterprise' };
    }
    const zone = await zones.find(params.zone_id);
    // The zone was deleted after the guard had found it.
    if (!zone) throw new ApiError('invalidZone', { permission: groupNameFor('ruleset:read') });
    const scope = { accountId: zone.account.id, zoneId: zone.id };
    return { scope, tier: tierOf(zone.plan) };
  };
  const scopeOf = async (params: PathParams): Promise<RulesetScope> => (await locate(params)).scope;
  const reader = async ({
    params,
    principal,
  }: Pick<ApiRequest<PathParams>, 'params' | 'principal'>) => {
    const scope = await scopeOf(params);
    return { scope, ...rulesetRights(principal, scope) };
  };
  const readable = async <R extends AnyRuleset | RulesetHead>(
    { requireRead }: Awaited<ReturnType<typeof reader>>,
    found: Promise<R>,
  ): Promise<R> => {
    const ruleset = await found;
    requireRead((ruleset.managed ?? ruleset.stored).phase);
    return ruleset;
  };
  const writer = async (
    params: PathParams,
    principal: Principal,
    query: Static<typeof DryRunQuery>,
  ): Promise<WriteContext> => {
    const located = await locate(params);
    const { requireWrite } = rulesetRights(principal, located.scope);
    return { actor: principal.actor, ...located, dryRun: query.dry_run, requireWrite };
  };
  /** Zones of an account may have them. */
  const hasPrevious = async (zoneId: string | undefined, plan: string) =>
    zoneId === undefined || (await migrations.hasPrevious({ id: zoneId, plan }));
  /** The result of a dry run is null, with the messages of a write. */
  const written = async (
    { dryRun, scope, tier }: WriteContext,
    ruleset: Ruleset | undefined,
    stepNotices: readonly Notice[] = [],
  ): Promise<RouteResult> => {
    if (!ruleset) return ok(null);
    const notices = noticesAbout(ruleset, {
      dryRun,
      lacksValue: await lacksValueIn(scope),
      hasPrevious: !bypassesPrevious(ruleset) || (await hasPrevious(scope.zoneId, tier)),
      executed: await lists.executedBy(ruleset.rules),
    });
    return ok(dryRun ? null : rulesetResponse(ruleset), [...notices, ...stepNotices]);
  };
  /** A replacement of the entry point of managed rules may be a step of the firewall migration. */
  const replace = async (
    context: WriteContext,
    query: MigrationQuery,
    store: (context: WriteContext) => Promise<Ruleset | undefined>,
  ): Promise<RouteResult> => {
    let notices: readonly Notice[] = [];
    const ruleset = await store({
      ...context,
      async beforeSave(tx, { scope, phase, kind, rules }, sent) {
        if (phase !== MANAGED_RULES || kind !== 'zone' || scope.zoneId === undefined) {
          return requireNoStep(query);
        }
        const zone = { id: scope.zoneId, accountId: scope.accountId, plan: context.tier };
        notices = await migrations.record(tx, { actor: context.actor, zone, query, rules, sent });
      },
    });
    return await written(context, ruleset, notices);
  };
  const writing = { access: write, query: DryRunQuery, unknownMembers: 'refuse' } as const;

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
      params: versionParams,
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
      params: versionParams,
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
    route({
      ...writing,
      method: 'POST',
      path: `${one}/rules`,
      operation: `${prefix}-rules-create`,
      summary: 'Add a rule, at the end unless a position is given',
      body: withExample(RuleBody, rulesetExamples.rule),
      response: RulesetResponse,
      async handle({ params, query, body, principal }) {
        const context = await writer(params, principal, query);
        const { position, ...rule } = body;
        const { id: _, ...draft } = toRuleDraft(rule);
        return written(
          context,
          await rulesets.addRule(context, rulesetId(params), draft, position),
        );
      },
    }),
    route({
      ...writing,
      method: 'PATCH',
      path: `${one}/rules/:rule_id`,
      operation: `${prefix}-rules-edit`,
      summary: 'Replace the definition of a rule, move it, or both',
      body: withExample(RuleBody, rulesetExamples.rule),
      response: RulesetResponse,
      async handle({ params, query, body, principal }) {
        const context = await writer(params, principal, query);
        const { position, ...rule } = body;
        const draft = definesRule(body) ? toRuleDraft(rule) : undefined;
        if (!draft && !position) throw new ApiError('ruleUnchanged');
        const ruleId = params['rule_id'] ?? '';
        return written(
          context,
          await rulesets.changeRule(context, rulesetId(params), ruleId, draft, position),
        );
      },
    }),
    route({
      ...writing,
      method: 'DELETE',
      path: `${one}/rules/:rule_id`,
      operation: `${prefix}-rules-delete`,
      summary: 'Delete a rule',
      response: RulesetResponse,
      async handle({ params, query, principal }) {
        const context = await writer(params, principal, query);
        const ruleId = params['rule_id'] ?? '';
        return written(context, await rulesets.removeRule(context, rulesetId(params), ruleId));
      },
    }),
    route({
      method: 'GET',
      path: `${one}/rules/:rule_id/samples`,
      operation: `${prefix}-rules-samples`,
      summary:
        'Get requests or texts that a managed rule matches, and similar ones that it does not; stored rules have none',
      access: read,
      response: SamplesResponse,
      async handle(request) {
        const found = await readable(
          await reader(request),
          lists.get(await scopeOf(request.params), rulesetId(request.params)),
        );
        const id = request.params['rule_id'] ?? '';
        if (found.managed) {
          const rule = found.managed.rules.find((each) => each.id === id);
          if (rule) return ok(sampleTexts(rule));
        } else if (found.stored.rules.some((each) => each.id === id)) {
          return ok({ matching: [], other: [] });
        }
        throw new ApiError('ruleNotFound', { id });
      },
    }),
    route({
      method: 'GET',
      path: entryPoint,
      operation: `${prefix}-entrypoint-get`,
      summary: 'Get the entry point of a phase',
      access: read,
      params: phaseParams,
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
      path: entryPoint,
      operation: `${prefix}-entrypoint-update`,
      summary: 'Replace the entry point of a phase, or create it',
      params: phaseParams,
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
      path: `${entryPoint}/versions`,
      operation: `${prefix}-entrypoint-versions-list`,
      summary: 'List the versions of the entry point of a phase; empty if it does not exist',
      access: read,
      params: phaseParams,
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
      path: `${entryPoint}/versions/:version`,
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

const MANAGED_RULES = 'http_request_firewall_managed';

function requireNoStep({ waf_migration: step, phase_two: phase }: MigrationQuery): void {
  if (step === undefined && phase === undefined) return;
  throw new ApiError('migrationParameter', {
    problem: `"waf_migration" and "phase_two" are for the entry point of ${MANAGED_RULES} of a zone only`,
  });
}

const rulesetId = (params: PathParams) => params['ruleset_id'] ?? '';
const phaseOf = (params: PathParams) => params['phase'] ?? '';

function toUpdate({ rules, ...body }: Static<typeof RulesetUpdateBody>): RulesetUpdate {
  const { name, kind, phase } = body;
  const description = orDefault(body.description, '');
  return { name, description, kind, phase, rules: orDefault(rules, [])?.map(toRuleEntry) };
}

function whole(ruleset: AnyRuleset, principal: Principal) {
  return ruleset.managed ? managedResponse(ruleset.managed) : shownTo(principal, ruleset.stored);
}

/** Only those who may write a ruleset where it belongs see its secrets. A zone also shows rulesets of its account. */
function shownTo(principal: Principal, ruleset: Ruleset) {
  const { mayWrite } = rulesetRights(principal, ruleset.scope);
  return rulesetResponse(mayWrite(ruleset.phase) ? ruleset : withHiddenSecrets(ruleset));
}

function head(ruleset: RulesetHead) {
  return ruleset.managed
    ? managedHeadResponse(ruleset.managed)
    : rulesetHeadResponse(ruleset.stored);
}

function allOf(rulesets: readonly RulesetHead[]): RouteResult {
  const request = { page: 1, perPage: Math.max(1, rulesets.length) };
  return okPage(pageOf(rulesets.map(head), rulesets.length, request));
}

/** A cursor is the last id of the previous page. */
function readCursor(cursor: string | undefined): string {
  if (cursor === undefined || cursor === '' || isHexId(cursor)) return cursor ?? '';
  throw new ApiError('invalidQuery', { problem: 'the parameter "cursor" is not one we gave' });
}
