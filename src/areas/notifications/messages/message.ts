/** How urgent a message is. `ok`: an incident has ended. */
export type Severity = 'critical' | 'warning' | 'info' | 'ok';

/** What people read. */
export const severityLabels: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  warning: 'Warning',
  info: 'Information',
  ok: 'Resolved',
};

/** The content of a notification, independent of the channel. */
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
  /** The same in messages about the start and the end of an incident. */
  readonly correlationId: string | null;
  readonly event: 'start' | 'end' | null;
  readonly severity: Severity;
  /** One line, without the name of the product. The subject of a mail. */
  readonly title: string;
  /** What happened, in one or two plain sentences. */
  readonly text: string;
  /** The facts of a message with one entry, or those that all entries share. */
  readonly facts: readonly Fact[];
  /** The alerts of the message, oldest first. */
  readonly entries: readonly MessageEntry[];
  /** Number of earlier alerts without an entry, since the number of entries is limited. */
  readonly omitted: number;
  /** The member `data` of webhooks, in the format of the public API. */
  readonly data: Readonly<Record<string, unknown>>;
  /** When the latest alert happened. */
  readonly at: number;
  /** A test of a policy, without an alert. */
  readonly isDrill: boolean;
  /** It stands for several messages to one destination. */
  readonly isDigest?: true;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface MessageEntry {
  /** The id of the alert. Receivers can deduplicate by it. */
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

/** The names of the phases of incidents in the public API. */
export const alertEvents = {
  start: 'ALERT_STATE_EVENT_START',
  end: 'ALERT_STATE_EVENT_END',
} as const;
