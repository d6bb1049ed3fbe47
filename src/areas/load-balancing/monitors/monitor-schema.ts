import { type Static, Type } from '../../../kernel/schema.ts';
import type { StoredDocument } from '../../../resources/document-store.ts';
import { addedMembers, addedReadOnly, addedResponse } from '../../../resources/resource-schema.ts';

const Count = (maximum: number) => Type.Optional(Type.Integer({ minimum: 0, maximum }));

const sharedMembers = {
  description: Type.Optional(Type.String({ maxLength: 1000 })),
  method: Type.Optional(Type.String({ maxLength: 40 })),
  path: Type.Optional(Type.String({ maxLength: 2048 })),
  /** 0: the port of the origin, or the default port of the type. */
  port: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
  header: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Array(Type.String({ maxLength: 4096 }), { minItems: 1, maxItems: 20 }),
      { maxProperties: 50 },
    ),
  ),
  expected_codes: Type.Optional(Type.String({ maxLength: 200 })),
  expected_body: Type.Optional(Type.String({ maxLength: 10_240 })),
  interval: Type.Optional(Type.Integer()),
  timeout: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
  retries: Count(5),
  consecutive_up: Count(100),
  consecutive_down: Count(100),
  follow_redirects: Type.Optional(Type.Boolean()),
  allow_insecure: Type.Optional(Type.Boolean()),
  probe_zone: Type.Optional(Type.String({ maxLength: 253 })),
};

const monitorTypes = ['http', 'https', 'tcp', 'udp_icmp', 'icmp_ping', 'smtp'] as const;
export type MonitorType = (typeof monitorTypes)[number];

const monitorMembers = {
  type: Type.Optional(Type.Enum([...monitorTypes])),
  ...sharedMembers,
};

export const MonitorBody = Type.Object(
  { ...monitorMembers, ...addedReadOnly },
  { examples: [{ type: 'http', path: '/health', expected_codes: '200' }] },
);

const MonitorMembers = Type.Object(monitorMembers);

/** The members of a monitor that clients write. */
export type MonitorDocument = Static<typeof MonitorMembers>;

export interface MonitorRecord extends StoredDocument<MonitorDocument> {
  readonly accountId: string;
}

export const monitorDefaults = {
  interval: 60,
  timeout: 5,
  retries: 2,
} as const;

export const MonitorResponse = Type.Object({ ...addedResponse, ...monitorMembers });

const httpDefaults = {
  method: 'GET',
  path: '/',
  expected_codes: '200',
  expected_body: '',
  follow_redirects: false,
  allow_insecure: false,
};

/** Defaults of the type; the other types have no further members. */
function defaultsOf(type: MonitorType) {
  if (type === 'http' || type === 'https') return httpDefaults;
  return type === 'tcp' ? { method: 'connection_established' } : {};
}

/**
 * The document, with the defaults that clients expect to see. A port of 0 and thresholds of 0 stand for "not set" and
 * are left out: declarative clients would treat them as configured values.
 */
export function monitorResponse(record: MonitorRecord) {
  const { type = 'http' } = record.document;
  return {
    ...addedMembers(record),
    type,
    ...monitorDefaults,
    ...defaultsOf(type),
    ...record.document,
  };
}
