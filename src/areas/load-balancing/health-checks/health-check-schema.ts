import { ReadOnly } from '../../../http/common-schema.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import type { StoredDocument } from '../../../resources/document-store.ts';
import { addedMembers, addedReadOnly, addedResponse } from '../../../resources/resource-schema.ts';
import { type CheckState, statuses, statusOf } from './health-check-state.ts';

/** Unlike pools, health checks have India in place of South Asia. */
const regions = [
  'WNAM',
  'ENAM',
  'WEU',
  'EEU',
  'NSAM',
  'SSAM',
  'OC',
  'ME',
  'NAF',
  'SAF',
  'IN',
  'SEAS',
  'NEAS',
  'ALL_REGIONS',
] as const;

/** 0: the default port of the type. */
const Port = Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 }));
const Count = Type.Optional(Type.Integer({ minimum: 1, maximum: 100 }));

const HttpConfig = Type.Object({
  method: Type.Optional(Type.Enum(['GET', 'HEAD'])),
  path: Type.Optional(Type.String({ maxLength: 2048 })),
  port: Port,
  header: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Array(Type.String({ maxLength: 4096 }), { minItems: 1, maxItems: 20 }),
      { maxProperties: 50 },
    ),
  ),
  expected_codes: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 100 })),
  expected_body: Type.Optional(Type.String({ maxLength: 10_240 })),
  follow_redirects: Type.Optional(Type.Boolean()),
  allow_insecure: Type.Optional(Type.Boolean()),
});

const TcpConfig = Type.Object({
  method: Type.Optional(Type.Enum(['connection_established'])),
  port: Port,
});

const CheckRegions = Type.Array(Type.Enum([...regions]), { maxItems: regions.length });

const scalarMembers = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  /** The IP address or host name of the origin. */
  address: Type.String({ minLength: 1, maxLength: 253 }),
  type: Type.Optional(Type.Enum(['HTTP', 'HTTPS', 'TCP'])),
  description: Type.Optional(Type.String({ maxLength: 1000 })),
  suspended: Type.Optional(Type.Boolean()),
  interval: Type.Optional(Type.Integer()),
  timeout: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
  retries: Type.Optional(Type.Integer({ minimum: 0, maximum: 5 })),
  consecutive_fails: Count,
  consecutive_successes: Count,
};

const members = {
  ...scalarMembers,
  check_regions: Type.Optional(CheckRegions),
  http_config: Type.Optional(HttpConfig),
  tcp_config: Type.Optional(TcpConfig),
};

export const HealthCheckBody = Type.Object(
  { ...members, ...addedReadOnly, status: ReadOnly, failure_reason: ReadOnly },
  {
    examples: [
      {
        name: 'shop',
        address: 'origin.shop.test',
        type: 'HTTPS',
        http_config: { path: '/health', port: 443, expected_codes: ['2xx'] },
      },
    ],
  },
);

const Members = Type.Object(members);

/** The members of a health check that clients write. */
export type HealthCheckDocument = Static<typeof Members>;

export interface HealthCheckRecord extends StoredDocument<HealthCheckDocument> {
  readonly accountId: string;
  readonly zoneId: string;
  readonly state: CheckState | undefined;
}

export const HealthCheckResponse = Type.Object({
  ...addedResponse,
  ...scalarMembers,
  check_regions: Type.Union([CheckRegions, Type.Null()]),
  http_config: Type.Union([HttpConfig, Type.Null()]),
  tcp_config: Type.Union([TcpConfig, Type.Null()]),
  status: Type.Enum([...statuses]),
  /** Empty unless the status is `unhealthy`. */
  failure_reason: Type.String(),
});

export const healthCheckDefaults = {
  type: 'HTTP',
  suspended: false,
  interval: 60,
  timeout: 5,
  retries: 2,
  consecutive_fails: 1,
  consecutive_successes: 1,
} as const;

export const httpDefaults = {
  method: 'GET',
  path: '/',
  expected_body: '',
  follow_redirects: false,
  allow_insecure: false,
} as const;

const tcpDefaults = { method: 'connection_established' } as const;

/** What `port` stands for if it is 0 or left out. */
export const defaultPorts = { HTTP: 80, HTTPS: 443, TCP: 80 } as const;

/**
 * The document, with the defaults that clients expect to see. Other members that are not set are left out: declarative clients
 * would treat a default as a configured value.
 */
export function healthCheckResponse(
  record: Pick<HealthCheckRecord, 'id' | 'createdAt' | 'modifiedAt' | 'document' | 'state'>,
) {
  const { document, state } = record;
  const status = statusOf(document, state);
  return {
    ...addedMembers(record),
    ...healthCheckDefaults,
    check_regions: null,
    ...document,
    http_config: shownHttpConfig(document),
    tcp_config: shownTcpConfig(document),
    status,
    failure_reason: status === 'unhealthy' ? (state?.failureReason ?? '') : '',
  };
}

/**
 * Declarative clients complete the port of an object with 80 whatever the type, and would move an HTTPS check without settings to
 * this port: it has no object.
 */
function shownHttpConfig({ type = 'HTTP', http_config: sent }: HealthCheckDocument) {
  const isShown = sent !== undefined || type === 'HTTP';
  return isShown ? { ...httpDefaults, ...sent, port: sent?.port || defaultPorts[type] } : null;
}

function shownTcpConfig({ type = 'HTTP', tcp_config: sent }: HealthCheckDocument) {
  const isShown = sent !== undefined || type === 'TCP';
  return isShown ? { ...tcpDefaults, port: sent?.port || defaultPorts.TCP } : null;
}
