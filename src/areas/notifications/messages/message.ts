/** How urgent a message is. `ok`: something is well again. */
export type Severity = 'critical' | 'warning' | 'info' | 'ok';

/** What a policy tells its recipients, before it is put into the form of a mail, a webhook or an incident. */
export interface Message {
  /** The same at every attempt and for every recipient. */
  readonly id: string;
  readonly account: { readonly id: string; readonly name: string };
  /** The `id` is null for the notification email of a pool, the older kind of notification. */
  readonly policy: {
    readonly id: string | null;
    readonly name: string;
    readonly description: string;
  };
  readonly alertType: string;
  /** Joins messages about the start and the end of the same incident. */
  readonly correlationId: string | null;
  readonly event: 'start' | 'end' | null;
  readonly severity: Severity;
  /** One line, without the name of the product. The subject of a mail. */
  readonly title: string;
  /** What happened, in one or two plain sentences. */
  readonly text: string;
  /** The facts of a message with one entry, or those that all entries share. */
  readonly facts: readonly Fact[];
  /** The alerts that it tells of, oldest first. */
  readonly entries: readonly MessageEntry[];
  /** How many alerts before these it also stands for: a message has a limited number of entries. */
  readonly omitted: number;
  /** The member `data` of webhooks, in the words of the public API. */
  readonly data: Readonly<Record<string, unknown>>;
  /** When the latest alert happened. */
  readonly at: number;
  /** Sent to try a policy out: nothing has happened. */
  readonly isDrill: boolean;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface MessageEntry {
  /** The id of the alert. Receivers recognise by it what they know already. */
  readonly id: string;
  readonly at: number;
  readonly text: string;
  /** Without the facts that all entries share. */
  readonly facts: readonly Fact[];
  /** The incident that the alert starts or ends. A message about many alerts may end one incident and start another. */
  readonly incident: Incident | null;
}

export interface Incident {
  readonly id: string;
  readonly phase: 'start' | 'end';
}

/** How the public API names the phases of incidents. */
export const alertEvents = {
  start: 'ALERT_STATE_EVENT_START',
  end: 'ALERT_STATE_EVENT_END',
} as const;
