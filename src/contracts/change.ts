import type { Actor } from './actor.ts';

/**
 * A change to a resource. It is written in the transaction that makes the change, once as an audit entry (actor,
 * before, after) and once as an outbox event for other areas.
 */
export interface Change {
  readonly actor: Actor;
  readonly action: 'create' | 'update' | 'delete';
  /** The kind of resource: `zone`, `token`, `account`. */
  readonly resource: string;
  readonly resourceId: string;
  readonly accountId: string | null;
  readonly zoneId: string | null;
  /** The resource as the API shows it, without secrets; null before a create and after a delete. */
  readonly before: unknown;
  readonly after: unknown;
}

/** An event of the outbox. It names the changed resource; readers fetch its new state themselves. */
export interface ChangeEvent {
  /** Grows with every event; gaps are possible, but a later commit never has a smaller number. */
  readonly seq: number;
  readonly action: Change['action'];
  readonly resource: string;
  readonly resourceId: string;
  readonly accountId: string | null;
  readonly zoneId: string | null;
}
