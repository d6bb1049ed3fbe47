import { pagingQuery } from '../../../http/paging.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import { mechanismTypes } from '../delivery/channel.ts';
import { type Delivery, deliveryStates } from '../delivery/delivery-model.ts';
import { webhookPayload } from '../delivery/webhook/webhook-payload.ts';
import { PathId } from '../notifications-routes.ts';

export const HistoryQueryParameters = Type.Object({
  ...pagingQuery({ default: 25, min: 5, max: 1_000 }),
  since: Type.Optional(Type.String()),
  before: Type.Optional(Type.String()),
  policy_id: Type.Optional(PathId),
  alert_type: Type.Optional(Type.String({ maxLength: 255 })),
  status: Type.Optional(Type.Enum([...deliveryStates])),
  mechanism_type: Type.Optional(Type.Enum([...mechanismTypes])),
});

export type HistoryParameters = Static<typeof HistoryQueryParameters>;

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

const outcome = {
  mechanism: Type.String(),
  mechanism_type: Type.Enum([...mechanismTypes]),
  status: Type.Enum([...deliveryStates]),
  attempts: Type.Integer(),
  error: Nullable(Type.String()),
};

/** The outcome of a message at one destination. */
export const OutcomeResponse = Type.Object(outcome);

export const HistoryResponse = Type.Object({
  id: Type.String(),
  policy_id: Nullable(Type.String()),
  name: Type.String(),
  description: Type.String(),
  alert_type: Type.String(),
  alert_body: Type.String(),
  sent: Type.String(),
  ended: Nullable(Type.String()),
  ...outcome,
});

export function outcomeResponse({ mechanism, state, attempts, error }: Delivery) {
  return {
    mechanism: mechanism.id,
    mechanism_type: mechanism.type,
    status: state,
    attempts,
    error,
  };
}

export function historyResponse(delivery: Delivery) {
  const { id, message, createdAt, endedAt } = delivery;
  return {
    id,
    policy_id: message.policy.id,
    name: message.policy.name,
    description: message.policy.description,
    alert_type: message.alertType,
    alert_body: JSON.stringify(webhookPayload(message)),
    sent: toMicrosecondText(createdAt),
    ended: endedAt === null ? null : toMicrosecondText(endedAt),
    ...outcomeResponse(delivery),
  };
}
