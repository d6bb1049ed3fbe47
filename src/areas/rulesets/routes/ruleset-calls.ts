import { groupNameFor } from '../../../catalogs/permissions.ts';
import { tierOf } from '../../../catalogs/plans.ts';
import type { LacksValue } from '../../../expression/expression.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { Notice } from '../../../http/envelope.ts';
import type { Principal } from '../../../http/principal.ts';
import {
  type ApiRequest,
  ok,
  type PathParams,
  type RouteResult,
  routeTable,
} from '../../../http/route.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import type {
  MigrationQuery,
  MigrationWritePort,
} from '../../firewall-migration/migration-write-port.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import type { Ruleset, RulesetScope } from '../ruleset-model.ts';
import { bypassesPrevious, noticesAbout } from '../ruleset-notices.ts';
import type { AnyRuleset, RulesetHead, RulesetReadModel } from '../ruleset-read-model.ts';
import { rulesetAccess, rulesetRights } from '../ruleset-rights.ts';
import { rulesetResponse } from '../ruleset-schema.ts';
import type { RulesetService, WriteContext } from '../ruleset-service.ts';

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
export interface Family {
  readonly base: string;
  readonly prefix: string;
  readonly tag: string;
  readonly examples: Record<'ruleset' | 'entryPoint', object>;
  readonly owner: 'zone' | 'account';
}

const dryRun = { dry_run: Type.Boolean({ default: false }) };
const DryRunQuery = Type.Object(dryRun);
export const ReplacementQuery = Type.Object({
  ...dryRun,
  /** `pending` or 1: the previous managed rules end. `validation` or 2: both run, the new ones first. */
  waf_migration: Type.Optional(Type.String()),
  phase_two: Type.Optional(Type.String()),
});
const MANAGED_RULES = 'http_request_firewall_managed';

export type RulesetCalls = ReturnType<typeof rulesetCalls>;

/** What the routes of rulesets of zones, or of accounts, have in common. */
export function rulesetCalls(family: Family, options: RulesetRoutesOptions) {
  const { rulesets, lists, zones, migrations, lacksValueIn } = options;
  const { base, prefix, examples, owner } = family;
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

  return {
    route: routeTable({ tag: family.tag, service: 'product' }),
    base,
    one: `${base}/:ruleset_id`,
    prefix,
    examples,
    rulesets,
    lists,
    read: rulesetAccess(owner, 'read'),
    writing: {
      access: rulesetAccess(owner, 'write'),
      query: DryRunQuery,
      unknownMembers: 'refuse',
    },
    reader,
    readable,
    writer,
    written,
    replace,
  } as const;
}

function requireNoStep({ waf_migration: step, phase_two: phase }: MigrationQuery): void {
  if (step === undefined && phase === undefined) return;
  throw new ApiError('migrationParameter', {
    problem: `"waf_migration" and "phase_two" are for the entry point of ${MANAGED_RULES} of a zone only`,
  });
}
