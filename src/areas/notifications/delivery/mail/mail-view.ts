import { factsOf } from '../../messages/description.ts';
import {
  type Fact,
  type Message,
  type MessageEntry,
  severityLabels,
} from '../../messages/message.ts';
import { counted, plainText, timeText } from '../../messages/plain-text.ts';

/** The content of a mail, independent of text and HTML. */
export interface MailView {
  readonly title: string;
  readonly severity: Message['severity'];
  readonly label: string;
  /** The notice at the top of a drill. */
  readonly drill: string | undefined;
  readonly text: string;
  readonly facts: readonly Fact[];
  /** Empty for a single alert, which the text and the facts describe. */
  readonly entries: readonly EntryView[];
  /** The number of alerts that are not shown, as a sentence. */
  readonly more: string | undefined;
  /** Why the reader gets the mail. */
  readonly reason: string;
  readonly manage: { readonly hint: string; readonly path: string; readonly link: string };
}

export type EntryView = Pick<MessageEntry, 'text' | 'facts'> & { readonly time: string };

/** More would not be read; the history has all alerts. */
const MAX_SHOWN = 50;

export function mailView(message: Message, publicUrl: string): MailView {
  const { account, entries, omitted, facts } = message;
  const shown = entries.length > 1 ? entries.slice(-MAX_SHOWN) : [];
  const hidden = shown.length === 0 ? 0 : omitted + entries.length - shown.length;
  return {
    title: plainText(message.title),
    severity: message.severity,
    label: severityLabels[message.severity],
    drill: message.isDrill ? 'This is a test. Nothing has happened.' : undefined,
    text: message.text,
    facts: [
      ...facts.filter(({ label }) => label !== 'Account').map(short),
      ...factsOf({ Account: plainText(account.name) }),
    ],
    entries: shown.map(({ at, text, facts }) => ({ time: timeText(at), text, facts })),
    more: hidden === 0 ? undefined : `Not shown: ${counted(hidden, 'earlier alert')}.`,
    ...origin(message, publicUrl),
  };
}

/** Names may contain anything; see `plainText`. */
function short({ label, value }: Fact): Fact {
  return { label, value: plainText(value, 1_000) };
}

/** The policy or pool that caused the mail, and how to change it. */
function origin(
  { account, policy, data, isDigest }: Message,
  publicUrl: string,
): Pick<MailView, 'reason' | 'manage'> {
  const api = `${publicUrl}/client/v4/accounts/${account.id}`;
  const name = plainText(account.name);
  if (policy.id === null && isDigest) {
    return {
      reason: `You get this mail because notification policies or pools of the account ${name} have this address as a recipient.`,
      manage: {
        hint: 'List the policies with the API:',
        path: `${api}/alerting/v3/policies`,
        link: `${publicUrl}/docs#notification-policies-list`,
      },
    };
  }
  if (policy.id === null) {
    return {
      reason: `You get this mail because a pool of the account ${name} has this address as its notification_email.`,
      manage: {
        hint: 'Change the pool with the API:',
        path: `${api}/load_balancers/pools/${data['pool_id'] ?? ''}`,
        link: `${publicUrl}/docs#pools-change`,
      },
    };
  }
  return {
    reason: `You get this mail because the notification policy “${plainText(policy.name)}” of the account ${name} has this address as a recipient.`,
    manage: {
      hint: 'Change, disable or silence the policy with the API:',
      path: `${api}/alerting/v3/policies/${policy.id}`,
      link: `${publicUrl}/docs#notification-policies-change`,
    },
  };
}
