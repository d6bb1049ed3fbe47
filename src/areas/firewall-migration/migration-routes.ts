import { hideKeys } from '../../expression/expression.ts';
import type { Principal } from '../../http/principal.ts';
import { ok, type Route, routeTable } from '../../http/route.ts';
import { Type } from '../../kernel/schema.ts';
import { toMicrosecondText } from '../../kernel/timestamp.ts';
import type { ZoneFinder, ZoneScope } from '../../resources/scope.ts';
import type { EntryPoints } from '../rulesets/ruleset-read-model.ts';
import { comparisonResponse } from './comparison/comparison-response.ts';
import { ComparisonResponse } from './comparison/comparison-schema.ts';
import { comparisonStore } from './comparison/comparison-store.ts';
import { requireComplete } from './compatibility.ts';
import { equivalentRules, keptRules } from './equivalent-rules.ts';
import type { FirewallMigrationDatabase } from './firewall-migration-tables.ts';
import { isPhaseTwoOf } from './migration-query.ts';
import type { MigrationService } from './migration-service.ts';
import { migrationStates, runsPrevious, stateOf } from './migration-state.ts';

export interface MigrationRoutesOptions {
  readonly database: FirewallMigrationDatabase;
  readonly migrations: MigrationService;
  readonly entryPoints: EntryPoints;
  readonly findZone: ZoneFinder;
}

const PHASE = 'http_request_firewall_managed';
const base = '/zones/:zone_id/waf_migration';
const PhaseQuery = Type.Object({ phase_two: Type.Optional(Type.String()) });
const State = Type.Enum([...migrationStates]);
const Status = Type.Enum(['enabled', 'disabled']);

const CheckResponse = Type.Object({
  compatible: Type.Boolean(),
  migration_state: State,
  reasons: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
});

const ConfigResponse = Type.Object({
  name: Type.String(),
  /** Rules in the form in which the entry point accepts them. It assigns the members that are empty. */
  rules: Type.Array(Type.Record(Type.String(), Type.Unknown())),
});

const StatusResponse = Type.Object({
  old_waf_status: Status,
  new_waf_status: Status,
  migration_state: State,
  source: Type.Enum(['defaults', 'zone']),
  created: Type.Union([Type.String(), Type.Null()]),
});

const enabledIf = (isEnabled: boolean) => (isEnabled ? 'enabled' : 'disabled');

/** The migration from the previous managed rules to rulesets. Its steps are updates of the entry point. */
export function migrationRoutes(options: MigrationRoutesOptions): Route[] {
  const { migrations, entryPoints, findZone } = options;
  const route = routeTable({ tag: 'Firewall migration', service: 'product' });
  const access = { kind: 'capability', capability: 'ruleset:read' } as const;
  const shownRules = ({ accountId, id: zoneId }: ZoneScope, principal: Principal) =>
    entryPoints.shownRules({ accountId, zoneId }, PHASE, principal);
  return [
    route({
      method: 'GET',
      path: `${base}/check`,
      operation: 'waf-migration-check',
      summary: 'Whether a zone can be migrated to rulesets, and why not',
      access,
      query: PhaseQuery,
      response: CheckResponse,
      async handle({ params, query }) {
        const zone = await findZone(params.zone_id);
        const { state, reasons } = await migrations.check(zone, isPhaseTwoOf(query.phase_two));
        return ok({ compatible: reasons.length === 0, migration_state: state, reasons });
      },
    }),
    route({
      method: 'GET',
      path: `${base}/config`,
      operation: 'waf-migration-config',
      summary: 'The rules that have the effect of the previous managed rules',
      access,
      query: PhaseQuery,
      response: ConfigResponse,
      async handle({ params, query, principal }) {
        isPhaseTwoOf(query.phase_two);
        const zone = await findZone(params.zone_id);
        const rules = await shownRules(zone, principal);
        const state = stateOf((await migrations.find(zone.id))?.state, zone.plan);
        // After the first step the stored rules are the configuration; they may have been changed since. If they
        // were deleted, the next step needs the generated ones again.
        const isGenerated = state === 'start' || (state === 'validation' && rules.length === 0);
        if (!isGenerated) return ok({ name: 'default', rules: rules.map(({ shown }) => shown) });
        const generated = equivalentRules(await migrations.previous(zone), rules);
        requireComplete(generated.map(({ expression }) => expression));
        const kept = keptRules(rules, generated).map(({ shown }) => shown);
        // The expressions of firewall rules may have signing keys, which are shown only to callers with the right to write these rules.
        const { id: zoneId, accountId } = zone;
        const owner = { type: 'zone', zoneId, accountId } as const;
        const mayWrite = principal.allows('firewall-service:write', owner);
        const shown = mayWrite ? generated : hideKeys(generated);
        return ok({ name: 'default', rules: [...shown, ...kept] });
      },
    }),
    route({
      method: 'GET',
      path: `${base}/comparison`,
      operation: 'waf-migration-comparison',
      summary: 'What both firewalls would have done with the requests since both run',
      access,
      response: ComparisonResponse,
      async handle({ params }) {
        const zone = await findZone(params.zone_id);
        const stored = await comparisonStore.find(options.database.read, zone.id);
        const { lost } = await migrations.previous(zone);
        const record = await migrations.find(zone.id);
        return ok(comparisonResponse(stored, { lost, since: record?.comparedAt }));
      },
    }),
    route({
      method: 'GET',
      path: `${base}/status`,
      operation: 'waf-migration-status',
      summary: 'How far the migration of a zone is',
      access,
      response: StatusResponse,
      async handle({ params, principal }) {
        const zone = await findZone(params.zone_id);
        const record = await migrations.find(zone.id);
        const state = stateOf(record?.state, zone.plan);
        const { isOn } = await migrations.previous(zone);
        const rules = await shownRules(zone, principal);
        return ok({
          old_waf_status: enabledIf(runsPrevious(state) && isOn),
          new_waf_status: enabledIf(
            rules.some(({ isEnabled, executes }) => isEnabled && executes !== undefined),
          ),
          migration_state: state,
          source: record ? 'zone' : 'defaults',
          created: record ? toMicrosecondText(record.createdAt) : null,
        });
      },
    }),
  ];
}
