import { createHash } from 'node:crypto';
import { type Static, Type } from '../kernel/schema.ts';

/**
 * The task queue of alerts of all areas. An alert is enqueued in the transaction that stores its cause, so that it
 * exists if and only if its cause does.
 */
export const ALERT_QUEUE = 'alerts';

const Time = Type.Integer({ description: 'Milliseconds since the epoch' });
const Id = Type.String({ minLength: 1 });

/**
 * Members of every alert. A duplicate of an alert has the same `id`. A change to the meaning of a member needs a new
 * version, because alerts of the previous version may still be queued.
 */
const common = { version: Type.Literal(1), id: Id, accountId: Id, at: Time };

/** A script or connection on the pages of a zone. */
const page = {
  ...common,
  zoneId: Id,
  resource: Type.Object({
    type: Type.Enum(['script', 'connection']),
    /** Empty if it is not in the inventory. */
    id: Type.String(),
    url: Type.String(),
    host: Type.String(),
    firstPageUrl: Type.String(),
  }),
};

/** `id` is the same in the alert about a failure (`start`) and in the one about its recovery (`end`). */
const Incident = Type.Object({ id: Id, phase: Type.Enum(['start', 'end']) });

const Health = Type.Enum(['healthy', 'unhealthy', 'unknown']);

const health = {
  ...common,
  zoneId: Type.Null(),
  incident: Incident,
  poolId: Id,
  poolName: Type.String(),
  healthBefore: Health,
  /** The `id` of the health event in `GET /user/load_balancing_analytics/events`. */
  healthEventId: Type.Integer(),
};

const kind = <Kind extends string>(name: Kind) => ({ kind: Type.Literal(name) });
const Categories = Type.Array(Type.String());

export const Alert = Type.Union([
  Type.Object({ ...kind('page_new_resource'), ...page }),
  Type.Object({ ...kind('page_new_domain'), ...page, domain: Type.String() }),
  Type.Object({ ...kind('page_url_too_long'), ...page }),
  /** A fetch returned other code than the previous fetch. */
  Type.Object({
    ...kind('page_code_change'),
    ...page,
    hash: Type.String(),
    hashBefore: Type.String(),
  }),
  /** Visitors received code that no fetch returned. */
  Type.Object({
    ...kind('page_foreign_code'),
    ...page,
    hash: Type.String(),
    fetchedHash: Type.String(),
  }),
  Type.Object({
    ...kind('page_malicious_script'),
    ...page,
    hash: Type.String(),
    integrityScore: Type.Union([Type.Number(), Type.Null()]),
  }),
  Type.Object({
    ...kind('page_malicious_domain'),
    ...page,
    domain: Type.String(),
    categories: Categories,
  }),
  Type.Object({ ...kind('page_malicious_url'), ...page, categories: Categories }),
  Type.Object({ ...kind('pool_health'), ...health }),
  Type.Object({
    ...kind('origin_health'),
    ...health,
    originName: Type.String(),
    originAddress: Type.String(),
    failureReason: Type.String(),
    responseCode: Type.Union([Type.Integer(), Type.Null()]),
  }),
  /** A stand-alone health check of a zone. */
  Type.Object({
    ...kind('health_check_status'),
    ...common,
    zoneId: Id,
    incident: Incident,
    healthCheckId: Id,
    healthCheckName: Type.String(),
    address: Type.String(),
    healthBefore: Health,
    /** The `id` of the event in `GET /zones/{zone_id}/healthchecks/events`. */
    healthCheckEventId: Type.Integer(),
    failureReason: Type.String(),
    responseCode: Type.Union([Type.Integer(), Type.Null()]),
  }),
  /** The job delivered nothing for a day and was disabled. At most one alert per day and job. */
  Type.Object({
    ...kind('logpush_job_disabled'),
    ...common,
    zoneId: Type.Union([Id, Type.Null()]),
    jobId: Type.Integer(),
    jobName: Type.String(),
    /** Never the address, which may hold secrets. */
    destinationKind: Type.String(),
    /** The message of the last failure, without secrets. Absent in alerts of older versions. */
    reason: Type.Optional(Type.String()),
  }),
  /** A pool was enabled or disabled. */
  Type.Object({
    ...kind('pool_enablement'),
    ...common,
    zoneId: Type.Null(),
    poolId: Id,
    poolName: Type.String(),
    enabled: Type.Boolean(),
  }),
  /** Far more security events than usual. A null `service`, `action` or `host`: events of all services, actions or hosts were counted. */
  Type.Object({
    ...kind('event_spike'),
    ...common,
    zoneId: Id,
    service: Type.Union([Type.String(), Type.Null()]),
    action: Type.Union([Type.String(), Type.Null()]),
    host: Type.Union([Type.String(), Type.Null()]),
    bucketStart: Time,
    bucketMs: Type.Integer(),
    count: Type.Integer(),
    mean: Type.Number(),
    zScore: Type.Number(),
  }),
  /** The error rate of the origin exceeds what `slo` allows (`start`), or no longer does (`end`). */
  Type.Object({
    ...kind('origin_errors'),
    ...common,
    zoneId: Id,
    incident: Incident,
    /** The service level objective: the required share of good responses, in percent. */
    slo: Type.Number(),
    /** The interval of `requests` and `errors`. */
    from: Time,
    to: Time,
    requests: Type.Integer(),
    errors: Type.Integer(),
  }),
  Type.Object({
    ...kind('certificate_expiring'),
    ...common,
    zoneId: Id,
    names: Type.Array(Type.String()),
    expiresAt: Time,
  }),
  Type.Object({
    ...kind('token_expiring'),
    ...common,
    zoneId: Type.Null(),
    tokenId: Id,
    tokenName: Type.String(),
    expiresAt: Time,
  }),
]);

export type Alert = Static<typeof Alert>;
export type AlertKind = Alert['kind'];
export type AlertOf<Kind extends AlertKind> = Extract<Alert, { kind: Kind }>;

/** Makes the id of an alert from the facts that identify it: the same facts give the same id. */
export function alertId(kind: AlertKind, ...facts: readonly (string | number)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, ...facts]))
    .digest('hex')
    .slice(0, 32);
}
