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

export type Destination = Pick<Delivery, 'accountId' | 'mechanism'>;

export const DELIVERY_QUEUE = 'notification-delivery';

/** What a task delivers: one delivery, or those of a digest in one message. */
export type DeliveryPayload = { readonly deliveryId: string } | { readonly digestId: string };

/** The task of a delivery. Tasks of one destination run one after the other. */
export function deliveryTask(destination: Destination, payload: DeliveryPayload) {
  return { id: sendingId(payload), key: destinationKey(destination), payload };
}

/** Receivers see it, and it is the same at every attempt. */
export function sendingId(payload: DeliveryPayload): string {
  return 'digestId' in payload ? payload.digestId : payload.deliveryId;
}

export function destinationKey({ accountId, mechanism }: Destination): string {
  return `${accountId} ${mechanism.type} ${mechanism.id}`;
}
