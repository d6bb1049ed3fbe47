import { toShortestText } from '../../../../kernel/timestamp.ts';
import { alertEvents, type Message } from '../../messages/message.ts';

/** The body of a call to a generic webhook. Members that have no value are left out. */
export function webhookPayload(message: Message) {
  const { policy, correlationId, event } = message;
  return {
    name: policy.name,
    text: message.text,
    data: message.data,
    ts: Math.floor(message.at / 1_000),
    account_id: message.account.id,
    ...(policy.id !== null && { policy_id: policy.id }),
    policy_name: policy.name,
    alert_type: message.alertType,
    ...(correlationId !== null && { alert_correlation_id: correlationId }),
    ...(event !== null && { alert_event: alertEvents[event] }),
    id: message.id,
    title: message.title,
    severity: message.severity,
    ...(message.isDrill && { is_test: true }),
    alerts: message.entries.map(({ id, at, text }) => ({ id, time: toShortestText(at), text })),
  };
}
