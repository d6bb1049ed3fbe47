import type { Clock } from '../../../kernel/clock.ts';
import { accountScope } from '../../../resources/scope.ts';
import type { TaskStore } from '../../../storage/task-store.ts';
import type { Outbox } from '../delivery/outbox.ts';
import type { MessageContext } from '../messages/compose.ts';
import type { MessageNames } from '../messages/message-names.ts';
import type { Db, NotificationsDatabase, Tx } from '../notifications-tables.ts';
import { toPolicy } from '../policies/policy-model.ts';
import { policyStore } from '../policies/policy-store.ts';
import { isSilenced } from '../silences/silence-store.ts';
import { entryStore, type WaitingEntry } from './entry-store.ts';
import { evaluationLock } from './evaluation-lock.ts';
import { hashOf, type WriteMessage } from './message-writer.ts';
import { policyRecipient, poolRecipient, type Recipient } from './recipients.ts';

export const GROUP_QUEUE = 'notification-groups';
/** Maximum age of the task that sends a group. */
export const GROUP_MAX_AGE_MS = 24 * 3_600_000;
/** Maximum alerts per message. A larger group is sent as several messages. */
const MESSAGE_ALERTS = 100;

/** Alerts of one recipient about one subject that wait for a common message. */
export interface AlertGroup {
  readonly accountId: string;
  readonly recipient: string;
  readonly subject: string;
}

export interface AlertGroupsOptions {
  readonly database: NotificationsDatabase;
  readonly clock: Clock;
  readonly tasks: TaskStore;
  readonly names: MessageNames;
  readonly outbox: Outbox;
  readonly write: WriteMessage;
}

/** Sends one message about the alerts that waited for it. */
export class AlertGroups {
  readonly #options: AlertGroupsOptions;

  constructor(options: AlertGroupsOptions) {
    this.#options = options;
  }

  /** Starts a group with its first alert. Further alerts join it as waiting entries. */
  async enqueue(tx: Tx, group: AlertGroup, dueAt: number, alertId: string): Promise<void> {
    const id = hashOf(group.recipient, group.subject, alertId);
    await this.#options.tasks.enqueueAll(tx, GROUP_QUEUE, [{ payload: group, id, runAt: dueAt }]);
  }

  async send(group: AlertGroup, signal: AbortSignal): Promise<void> {
    const { database, names } = this.#options;
    for (;;) {
      signal.throwIfAborted();
      const entries = await this.#waiting(database.read, group);
      if (entries.length === 0) return;
      const alerts = entries.map(({ alert }) => alert);
      const context = await names.of(group.accountId, alerts);
      if (!context) return;
      const known = new Set(alerts.map(({ id }) => id));
      await database.transaction((tx) => this.#sendOne(tx, group, known, context));
    }
  }

  /** `known` are the alerts for which the context was read. Another node may have sent some of them in the meantime. */
  async #sendOne(
    tx: Tx,
    group: AlertGroup,
    known: ReadonlySet<string>,
    context: MessageContext,
  ): Promise<void> {
    const { database, outbox, write } = this.#options;
    const { accountId, recipient, subject } = group;
    await database.lock(tx, evaluationLock(accountId));
    const waiting = await this.#waiting(tx, group);
    const entries = waiting.filter(({ alert }) => known.has(alert.id));
    const [first] = entries;
    if (!first) return;
    const alerts = entries.map(({ alert }) => alert);
    const ids = alerts.map(({ id }) => id);
    const found = await this.#recipient(tx, group, first);
    if (typeof found === 'string') return await entryStore.end(tx, recipient, ids, found, null);
    const message = write(found, first.alertType, alerts, context);
    await entryStore.end(tx, recipient, ids, 'sent', message.id);
    await outbox.send(tx, [{ message, recipient, subject, mechanisms: found.mechanisms }]);
  }

  #waiting(db: Db, { recipient, subject }: AlertGroup): Promise<WaitingEntry[]> {
    return entryStore.waiting(db, recipient, subject, MESSAGE_ALERTS);
  }

  /** The current recipient, or the final state of the entries if it must not be notified. */
  async #recipient(
    tx: Tx,
    { accountId, recipient }: AlertGroup,
    { alert }: WaitingEntry,
  ): Promise<Recipient | 'silenced' | 'dropped'> {
    const [kind, id = '', ...rest] = recipient.split(':');
    if (kind === 'pool') {
      return poolRecipient(id, 'poolName' in alert ? alert.poolName : '', rest.join(':'));
    }
    const record = await policyStore.find(tx, accountScope(accountId), id);
    const policy = record && toPolicy(record);
    if (!policy?.enabled) return 'dropped';
    const isQuiet = await isSilenced(tx, id, this.#options.clock.now());
    return isQuiet ? 'silenced' : policyRecipient(policy);
  }
}
