import { alertTypeNamed } from '../../../catalogs/alert-types/alert-types.ts';
import { newHexId } from '../../../kernel/hex-id.ts';
import type { Message } from '../messages/message.ts';
import type { Policy } from '../policies/policy.ts';

/** The message of a drill. */
export function drillMessage(policy: Policy, account: Message['account'], now: number): Message {
  const { id, name, description, alertType } = policy;
  return {
    id: newHexId(),
    account,
    policy: { id, name, description },
    alertType,
    correlationId: null,
    event: null,
    severity: 'info',
    title: `Test of the notification policy "${name}"`,
    text: `This is a test: nothing has happened. ${sequel(alertType)}`,
    facts: [
      { label: 'Account', value: account.name },
      { label: 'Policy', value: name },
      { label: 'Alert type', value: alertType },
    ],
    entries: [],
    omitted: 0,
    data: {},
    at: now,
    isDrill: true,
  };
}

function sequel(alertType: string): string {
  return alertTypeNamed(alertType)
    ? 'Alerts of this policy arrive in the same way.'
    : 'Palisade never sends alerts of this type.';
}
