import type { Alert } from '../../../contracts/alert.ts';
import type { Message } from './message.ts';

/** What a message says about its alerts; the rest of it is about the policy. */
export type MessageContent = Pick<
  Message,
  'correlationId' | 'event' | 'severity' | 'title' | 'text' | 'facts' | 'entries' | 'data' | 'at'
>;

/** Names that alerts do not contain. */
export interface MessageContext {
  readonly account: Message['account'];
  /** Names of zones by id. A zone may have been deleted since. */
  readonly zoneNames: ReadonlyMap<string, string>;
  /** Names of the load balancers that use a pool, by the id of the pool. */
  readonly balancerNames: ReadonlyMap<string, readonly string[]>;
}

/** Writes the message about alerts of one type and subject, oldest first; there is at least one. */
export type Compose = (
  alertType: string,
  alerts: readonly Alert[],
  context: MessageContext,
) => MessageContent;
