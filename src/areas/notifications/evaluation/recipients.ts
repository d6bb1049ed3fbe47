import type { AlertType } from '../../../catalogs/alert-types/alert-type.ts';
import type { Alert, AlertOf } from '../../../contracts/alert.ts';
import type { PoolNotification } from '../../load-balancing/pools/pool-read-model.ts';
import type { Message } from '../messages/message.ts';
import type { Mechanism, Policy } from '../policies/policy.ts';
import { isScoped } from './alert-match.ts';
import { subjectOf } from './alert-subject.ts';
import { cadenceMs, type Pace } from './grouping-model.ts';
import { comparableAddress } from './mail-address.ts';

/** Whom a message is for, and who sends it. */
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

/** The type of the messages that the notification email of a pool gets. */
export const POOL_EMAIL_TYPE = 'load_balancing_health_alert';
/** Everything that a policy collects for an hour or a day is one subject. */
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

/** A message has one type, also if the type of its policy was changed while alerts waited. */
function typedSubject(alertType: string, subject: string): string {
  return `${alertType} ${subject}`;
}

/**
 * The addresses of the pool itself, without those that one of the policies covers. `policies` are the enabled ones that match the
 * alert; a silenced one covers an address too.
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
