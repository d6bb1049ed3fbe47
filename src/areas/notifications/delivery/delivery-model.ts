import type { Message } from '../messages/message.ts';
import type { Mechanism } from '../policies/policy.ts';

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

/** `failed`: it is a dead letter and can be resent. */
export type DeliveryState = (typeof deliveryStates)[number];

/** A message to one destination, with its outcome. */
export interface Delivery {
  readonly id: string;
  readonly accountId: string;
  readonly message: Message;
  readonly mechanism: Mechanism;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Why the latest attempt failed. */
  readonly error: string | null;
  readonly createdAt: number;
  /** When it was delivered or failed. */
  readonly endedAt: number | null;
}

export const DELIVERY_QUEUE = 'notification-delivery';

/** The task of a delivery. Tasks of one destination run one after the other. */
export function deliveryTask({
  id,
  accountId,
  mechanism,
}: Pick<Delivery, 'id' | 'accountId' | 'mechanism'>) {
  return {
    id,
    key: `${accountId} ${mechanism.type} ${mechanism.id}`,
    payload: { deliveryId: id } satisfies DeliveryPayload,
  };
}

export interface DeliveryPayload {
  readonly deliveryId: string;
}
