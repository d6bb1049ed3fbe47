import { limits } from '../../../catalogs/limits.ts';
import type { TokenKey } from '../../../contracts/snapshot/token-validation-section.ts';
import { pagingQuery, toPageRequest } from '../../../http/paging.ts';
import { ok, type Route, routeTable } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import { resourceRoutes, zoneOfPath } from '../../../resources/resource-routes.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import type { RulesetsDatabase } from '../rulesets-tables.ts';
import { checkTokenKeys } from './token-configuration-check.ts';
import type { TokenConfigurationService } from './token-configuration-kind.ts';
import { sameKey } from './token-configuration-model.ts';
import {
  CredentialsBody,
  CredentialsResponse,
  credentialsResponse,
  TokenConfigurationBody,
  TokenConfigurationResponse,
  UUID_PATTERN,
} from './token-configuration-schema.ts';
import type { TokenConfigurationStore } from './token-configuration-store.ts';

const base = '/zones/:zone_id/token_validation/config';
const tag = 'Token configurations';
const ConfigId = Type.String({ pattern: UUID_PATTERN });
const bounds = {
  default: 20,
  min: 1,
  max: limits.tokenConfigurationsPerZone,
};

export interface TokenConfigurationRoutesOptions {
  readonly database: RulesetsDatabase;
  readonly configurations: TokenConfigurationService;
  readonly store: TokenConfigurationStore;
  readonly findZone: ZoneFinder;
}

export function tokenConfigurationRoutes(options: TokenConfigurationRoutesOptions): Route[] {
  const { database, configurations, store, findZone } = options;
  return [
    ...resourceRoutes({
      resources: configurations,
      tag,
      operations: 'token-configurations',
      base,
      idParam: 'config_id',
      id: { schema: ConfigId, toResponse: (id) => id },
      document: TokenConfigurationBody,
      response: TokenConfigurationResponse,
      writes: { PATCH: 'merge' },
      deletion: 'id',
      listQuery: Type.Object(pagingQuery(bounds)),
      scopeOf: zoneOfPath(findZone),
      list: (zone, query) =>
        store.list(database.read, zone, {
          ...toPageRequest(query),
          orderBy: ['created_at', 'id'],
        }),
    }),
    ...credentialRoutes(configurations, findZone),
  ];
}

/** Both replace all keys by those that are sent. */
const writes = {
  PUT: {
    operation: 'token-credentials-replace',
    summary: 'Replace the keys of a token configuration',
    keysOf: (sent: readonly TokenKey[]) => sent,
  },
  PATCH: {
    operation: 'token-credentials-change',
    summary:
      'Change the keys of a token configuration: members that are left out keep their values',
    keysOf: (sent: readonly TokenKey[], stored: readonly TokenKey[]) =>
      sent.map((key) => ({ ...stored.find((each) => sameKey(each, key)), ...key })),
  },
} as const;

function credentialRoutes(configurations: TokenConfigurationService, findZone: ZoneFinder) {
  const route = routeTable({ tag, service: 'product' });
  return (['PUT', 'PATCH'] as const).map((method) => {
    const { operation, summary, keysOf } = writes[method];
    return route({
      method,
      path: `${base}/:config_id/credentials`,
      operation,
      summary,
      access: { kind: 'capability', capability: configurations.kind.write },
      params: Type.Object({ config_id: ConfigId }),
      body: CredentialsBody,
      response: CredentialsResponse,
      async handle({ params, body, principal }) {
        const zone = await findZone(params.zone_id);
        // The members of each key are validated with the rest of the document.
        const sent = body.keys as readonly TokenKey[];
        const changed = await configurations.change(
          principal.actor,
          zone,
          params['config_id'] ?? '',
          (document) => {
            const keys = keysOf(sent, document.credentials.keys);
            checkTokenKeys(keys, '/keys');
            return { ...document, credentials: { keys } };
          },
        );
        return ok(credentialsResponse(changed));
      },
    });
  });
}
