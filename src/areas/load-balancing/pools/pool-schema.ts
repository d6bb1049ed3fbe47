import { regionCodes } from '../../../catalogs/regions.ts';
import { ReadOnly } from '../../../http/common-schema.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import type { StoredDocument } from '../../../resources/document-store.ts';
import { addedMembers, addedReadOnly, addedResponse } from '../../../resources/resource-schema.ts';

const Percent = Type.Optional(Type.Number({ minimum: 0, maximum: 100 }));

const originMembers = {
  name: Type.String({ minLength: 1, maxLength: 200, examples: ['web-1'] }),
  address: Type.String({ minLength: 1, maxLength: 253, examples: ['192.0.2.10'] }),
  enabled: Type.Optional(Type.Boolean()),
  weight: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  /** 0 means the default port of the scheme. */
  port: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
  scheme: Type.Optional(Type.Enum(['http', 'https'])),
  header: Type.Optional(
    Type.Object({ Host: Type.Optional(Type.Array(Type.String(), { maxItems: 1 })) }),
  ),
  virtual_network_id: Type.Optional(Type.String({ maxLength: 64 })),
  flatten_cname: Type.Optional(Type.Boolean()),
};

const Choice = Type.Optional(
  Type.Object({
    disable: Type.Optional(Type.Boolean()),
    healthy: Type.Optional(Type.Boolean()),
  }),
);

const poolMembers = {
  name: Type.String({ minLength: 1, maxLength: 200, examples: ['primary'] }),
  description: Type.Optional(Type.String({ maxLength: 1000 })),
  enabled: Type.Optional(Type.Boolean()),
  minimum_origins: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
  monitor: Type.Optional(Type.String()),
  monitor_group: Type.Optional(Type.String()),
  check_regions: Type.Optional(
    Type.Array(Type.Enum([...regionCodes, 'ALL_REGIONS']), { maxItems: 20 }),
  ),
  latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
  longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  origin_steering: Type.Optional(
    Type.Object({
      policy: Type.Optional(
        Type.Enum(['random', 'hash', 'least_outstanding_requests', 'least_connections']),
      ),
    }),
  ),
  load_shedding: Type.Optional(
    Type.Object({
      default_percent: Percent,
      default_policy: Type.Optional(Type.Enum(['random', 'hash'])),
      session_percent: Percent,
      session_policy: Type.Optional(Type.Enum(['hash'])),
    }),
  ),
  notification_email: Type.Optional(
    Type.String({ maxLength: 4000, examples: ['operations@shop.test'] }),
  ),
  notification_filter: Type.Optional(Type.Object({ pool: Choice, origin: Choice })),
  networks: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 })),
  health_sources: Type.Optional(
    Type.Array(Type.Enum(['local', 'regional', 'global']), { maxItems: 3 }),
  ),
};

const poolReadOnly = { ...addedReadOnly, disabled_at: ReadOnly };
const Origins = Type.Array(Type.Object({ ...originMembers, disabled_at: ReadOnly }));

export const PoolBody = Type.Object({ ...poolMembers, origins: Origins, ...poolReadOnly });

export const PoolBulkBody = Type.Object({ notification_email: poolMembers.notification_email });

const PoolMembers = Type.Object({
  ...poolMembers,
  origins: Type.Array(Type.Object(originMembers)),
});

/** The members of a pool that clients write. */
export type PoolDocument = Static<typeof PoolMembers>;

export interface PoolRecord extends StoredDocument<PoolDocument> {
  readonly accountId: string;
  /** Undefined while the pool is enabled. */
  readonly disabledAt: number | undefined;
  /** The same for each origin, in the order of the document. */
  readonly originsDisabledAt: readonly (number | undefined)[];
}

const DisabledAt = Type.Optional(Type.String());

export const PoolResponse = Type.Object({
  ...addedResponse,
  ...poolMembers,
  disabled_at: DisabledAt,
  origins: Type.Array(Type.Object({ ...originMembers, disabled_at: DisabledAt })),
});

/** The document, with the defaults that clients expect to see. */
export function poolResponse(record: PoolRecord) {
  const { document } = record;
  return {
    ...addedMembers(record),
    ...disabledMember(record.disabledAt),
    enabled: true,
    minimum_origins: 1,
    notification_email: '',
    ...document,
    origins: document.origins.map((origin, n) => ({
      enabled: true,
      weight: 1,
      ...origin,
      ...disabledMember(record.originsDisabledAt[n]),
    })),
  };
}

function disabledMember(at: number | undefined) {
  return at !== undefined && { disabled_at: toMicrosecondText(at) };
}

/** Progress of the migration to notifications of the account. */
export const NotificationMigrationResponse = Type.Object({
  total: Type.Integer(),
  remaining: Type.Integer(),
  pools: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), notification_email: Type.String() }),
  ),
});
