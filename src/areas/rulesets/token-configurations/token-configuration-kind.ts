import { randomUUID } from 'node:crypto';
import { limits } from '../../../catalogs/limits.ts';
import { ApiError } from '../../../http/api-error.ts';
import { nextDocument } from '../../../resources/document-store.ts';
import { describeReferrers } from '../../../resources/referrers.ts';
import type { ResourceKind } from '../../../resources/resource-model.ts';
import type { ResourceService } from '../../../resources/resource-service.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { RulesetsTables } from '../rulesets-tables.ts';
import { checkTokenConfiguration } from './token-configuration-check.ts';
import { auditedKey, type TokenConfiguration } from './token-configuration-model.ts';
import { tokenConfigurationResponse } from './token-configuration-schema.ts';
import {
  type TokenConfigurationStore,
  tokenConfigurationUse,
} from './token-configuration-store.ts';

export type TokenConfigurationService = ResourceService<
  TokenConfiguration,
  ZoneScope,
  RulesetsTables
>;

export const tokenConfigurationKind = (
  store: TokenConfigurationStore,
): ResourceKind<TokenConfiguration, ZoneScope, RulesetsTables> => ({
  resource: 'token_configuration',
  noun: 'token configuration',
  read: 'zone-setting:read',
  write: 'zone-setting:write',
  store,
  errors: {
    notFound: (id) => new ApiError('tokenConfigurationNotFound', { id }),
    quotaExceeded: ({ limit }) => new ApiError('tokenConfigurationQuota', { limit }),
  },
  limit: () => limits.tokenConfigurationsPerZone,
  lock: ({ id }) => `token configurations ${id}`,
  newId: async () => randomUUID(),
  check: async (_tx, _zone, document) => checkTokenConfiguration(document),
  toRecord: (_tx, { id: zoneId }, next) => ({ ...nextDocument(next), zoneId }),
  toResponse: tokenConfigurationResponse,
  toAudit: (configuration, before) => {
    const known = before?.document.credentials.keys;
    const keys = configuration.document.credentials.keys.map((key) => auditedKey(key, known));
    return { ...tokenConfigurationResponse(configuration), credentials: { keys } };
  },
  references: {
    referrers: tokenConfigurationUse.referrers,
    error: (id, referrers) =>
      new ApiError('tokenConfigurationInUse', { id, references: describeReferrers(referrers) }),
  },
});
