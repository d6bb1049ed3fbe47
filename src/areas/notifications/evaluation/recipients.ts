import type { AlertType } from '../../../catalogs/alert-types/alert-type.ts';
import type { Alert, AlertOf } from '../../../contracts/alert.ts';
import type { PoolNotification } from '../../load-balancing/pools/pool-read-model.ts';
import type { Message } from '../messages/message.ts';
import type { Mechanism, Policy } from '../policies/policy.ts';
import { isScoped } from './alert-match.ts';
import { subjectOf } from './alert-subject.ts';
import { cadenceMs, type Pace } from './grouping-model.ts';
import { comparableAddress } from './mail-address.ts';

/** The recipient of a message, and the policy that it belongs to. */
export interface Recipient {
  /** `policy:ID`, or `pool:ID:ADDRESS` for the notification email of a pool. */
  readonly key: string;
  readonly policy: Message['policy'];
  readonly mechanisms: readonly Mechanism[];
}

/** A recipient that is notified of an alert. */
export interface Notified extends Recipient {
  readonly alertType: string;
  readonly subject: string;
  readonly pace: Pace;
}

export type HealthAlert = AlertOf<'pool_health'> | AlertOf<'origin_health'>;

/** The alert type of messages to the notification email of a pool. */
export const POOL_EMAIL_TYPE = 'load_balancing_health_alert';
/** The common subject of all alerts that a policy collects for an hour or a day. */
const DIGEST = 'digest';

export function isHealthAlert(alert: Alert): alert is HealthAlert {
  return alert.kind === 'pool_health' || alert.kind === 'origin_health';
}

export function policyRecipient({ id, name, description, mechanisms }: Policy): Recipient {
  return { key: `policy:${id}`, policy: { id, name, description }, mechanisms };
}

export function poolRecipient(poolId: string, poolName: string, address: string): Recipient {
  return {
    key: `pool:${poolId}:${address}`,
    policy: { id: null, name: `Notification email of pool ${poolName}`, description: '' },
    mechanisms: [{ type: 'email', id: address }],
  };
}

export function notifiedByPolicy(type: AlertType, policy: Policy, alert: Alert): Notified {
  const cadence = isScoped(policy.filters) ? 0 : cadenceMs[type.cadence];
  return {
    ...policyRecipient(policy),
    alertType: type.type,
    subject: typedSubject(type.type, cadence > 0 ? DIGEST : subjectOf(alert)),
    pace: { cadenceMs: cadence, intervalMs: policy.intervalMs },
  };
}

/** Contains the type, so that a message has one type even if the type of its policy changes while alerts wait. */
function typedSubject(alertType: string, subject: string): string {
  return `${alertType} ${subject}`;
}

/**
 * The notification emails of the pool, except addresses that a policy also notifies. `policies` are the enabled policies that
 * match the alert, including silenced ones.
 */
export function notifiedByPool(
  alert: HealthAlert,
  { notificationEmails, notificationFilter }: PoolNotification,
  policies: readonly Policy[],
): Notified[] {
  const choice = notificationFilter[alert.kind === 'pool_health' ? 'pool' : 'origin'];
  const isHealthy = alert.incident.phase === 'end';
  if (choice.disabled || (choice.healthy ?? isHealthy) !== isHealthy) return [];
  const addresses = new Set(notificationEmails.map(comparableAddress));
  for (const { type, id } of policies.flatMap(({ mechanisms }) => mechanisms)) {
    if (type === 'email') addresses.delete(comparableAddress(id));
  }
  return [...addresses].map((address) => ({
    ...poolRecipient(alert.poolId, alert.poolName, address),
    alertType: POOL_EMAIL_TYPE,
    subject: typedSubject(POOL_EMAIL_TYPE, subjectOf(alert)),
    pace: { cadenceMs: 0, intervalMs: undefined },
  }));
}
