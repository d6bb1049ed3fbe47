import type { Selectable } from 'kysely';
import { alertTypesOf } from '../../../catalogs/alert-types/alert-types.ts';
import type { Alert } from '../../../contracts/alert.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type {
  PoolDirectory,
  PoolNotification,
} from '../../load-balancing/pools/pool-read-model.ts';
import type { PageCoverage } from '../../page-monitoring/policies/page-coverage-read-model.ts';
import type { Outbox, OutgoingMessage } from '../delivery/outbox.ts';
import type { MessageContext } from '../messages/compose.ts';
import type { MessageNames } from '../messages/message-names.ts';
import type { NotificationEntryTable, NotificationsDatabase, Tx } from '../notifications-tables.ts';
import { policyStore } from '../policies/policy-store.ts';
import { isSilenced } from '../silences/silence-store.ts';
import { factsOf } from './alert-facts.ts';
import { type AlertGroups, GROUP_MAX_AGE_MS } from './alert-groups.ts';
import { type AlertFacts, matches } from './alert-match.ts';
import { entryStore } from './entry-store.ts';
import { evaluationLock } from './evaluation-lock.ts';
import { type Decision, decide, type History } from './grouping-model.ts';
import type { WriteMessage } from './message-writer.ts';
import { isHealthAlert, type Notified, notifiedByPolicy, notifiedByPool } from './recipients.ts';

export interface AlertEvaluationOptions {
  readonly database: NotificationsDatabase;
  readonly clock: Clock;
  readonly pages: PageCoverage;
  readonly pools: PoolDirectory;
  readonly names: MessageNames;
  readonly outbox: Outbox;
  readonly groups: AlertGroups;
  readonly write: WriteMessage;
}

/** Facts about an alert that are read before its transaction. */
interface Background {
  readonly facts: AlertFacts;
  readonly pool: PoolNotification | undefined;
  readonly context: MessageContext;
}

/** Determines the recipients of an alert, and when they are notified. */
export class AlertEvaluation {
  readonly #options: AlertEvaluationOptions;

  constructor(options: AlertEvaluationOptions) {
    this.#options = options;
  }

  /** Returns the state of the alert for each recipient; empty if it was already evaluated. */
  async evaluate(alert: Alert): Promise<readonly Decision['state'][]> {
    const { database, names, pages, pools } = this.#options;
    const context = await names.of(alert.accountId, [alert]);
    if (!context) return [];
    const background: Background = {
      context,
      facts: await factsOf(alert, pages),
      // Read before the policies: users who migrate from emails of pools to policies create the policy first.
      pool: isHealthAlert(alert) ? await pools.notificationOf(alert.poolId) : undefined,
    };
    return await database.transaction(async (tx) => {
      await database.lock(tx, evaluationLock(alert.accountId));
      if (await entryStore.isEvaluated(tx, alert.id)) return [];
      return await this.#notify(tx, alert, background);
    });
  }

  async #notify(tx: Tx, alert: Alert, background: Background): Promise<Decision['state'][]> {
    const { outbox, groups, write } = this.#options;
    const messages: OutgoingMessage[] = [];
    const states: Decision['state'][] = [];
    for (const { notified, history } of await this.#recipients(tx, alert, background)) {
      const decision = decide(alert.kind, notified.pace, history, this.#options.clock.now());
      const { key: recipient, subject, alertType, mechanisms } = notified;
      let messageId: string | null = null;
      if (decision.state === 'sent') {
        const message = write(notified, alertType, [alert], background.context);
        messages.push({ message, recipient, subject, mechanisms });
        messageId = message.id;
      }
      await entryStore.insert(tx, this.#entry(alert, notified, decision, messageId));
      if (decision.state === 'waiting' && history.dueAt === undefined) {
        const group = { accountId: alert.accountId, recipient, subject };
        await groups.enqueue(tx, group, decision.dueAt, alert.id);
      }
      states.push(decision.state);
    }
    await outbox.send(tx, messages);
    return states;
  }

  async #recipients(
    tx: Tx,
    alert: Alert,
    { facts, pool }: Background,
  ): Promise<{ readonly notified: Notified; readonly history: History }[]> {
    const types = new Map(alertTypesOf(alert.kind).map((each) => [each.type, each]));
    const enabled = await policyStore.enabledOfTypes(tx, alert.accountId, [...types.keys()]);
    const matching = enabled.flatMap((policy) => {
      const type = types.get(policy.alertType);
      return type && matches(type, policy, alert, facts) ? [{ type, policy }] : [];
    });
    const policies = matching.map(({ policy }) => policy);
    const all = [
      ...matching.map(({ type, policy }) => notifiedByPolicy(type, policy, alert)),
      ...(pool && isHealthAlert(alert) ? notifiedByPool(alert, pool, policies) : []),
    ];
    const found = [];
    for (const notified of all) {
      found.push({ notified, history: await this.#history(tx, notified, alert) });
    }
    return found;
  }

  async #history(tx: Tx, { key, subject, policy }: Notified, alert: Alert): Promise<History> {
    const now = this.#options.clock.now();
    const history = await entryStore.history(tx, key, subject);
    // The task of a group that is this late is a dead letter, so a new task must send the group.
    const isAbandoned = (history.dueAt ?? now) < now - GROUP_MAX_AGE_MS;
    return {
      ...history,
      dueAt: isAbandoned ? undefined : history.dueAt,
      // An alert is silenced if it happened during a silence, or if it is evaluated during one.
      isSilenced:
        policy.id !== null &&
        ((await isSilenced(tx, policy.id, alert.at)) || (await isSilenced(tx, policy.id, now))),
    };
  }

  #entry(
    alert: Alert,
    { key, alertType, subject }: Notified,
    decision: Decision,
    messageId: string | null,
  ): Selectable<NotificationEntryTable> {
    return {
      alert_id: alert.id,
      recipient: key,
      account_id: alert.accountId,
      alert_type: alertType,
      subject,
      alert_json: JSON.stringify(alert),
      at: alert.at,
      recorded_at: this.#options.clock.now(),
      state: decision.state,
      message_id: messageId,
      due_at: decision.state === 'waiting' ? decision.dueAt : null,
    };
  }
}
