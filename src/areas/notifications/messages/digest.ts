import { MAX_ENTRIES } from './compose.ts';
import { factsOf } from './description.ts';
import { type Message, type Severity, severityLabels } from './message.ts';
import { counted, listText, plainText, timeText } from './plain-text.ts';

/** The type in digests of messages with several types. */
const MIXED_TYPE = 'digest';

/** One message in place of several to the same destination. It lists the alerts of all of them, oldest first. */
export function digestOf(id: string, messages: readonly Message[]): Message {
  const [first, ...others] = messages;
  if (!first) throw new Error('a digest needs a message');
  if (others.length === 0) return first;
  const entries = messages.flatMap((message) => message.entries).sort((a, b) => a.at - b.at);
  const shown = entries.slice(-MAX_ENTRIES);
  const omitted = messages.reduce((sum, message) => sum + message.omitted, 0);
  const count = entries.length + omitted;
  const at = Math.max(...messages.map((message) => message.at));
  const isShared = (memberOf: (message: Message) => unknown) =>
    others.every((message) => memberOf(message) === memberOf(first));
  return {
    id,
    account: first.account,
    policy: isShared(({ policy }) => policy.id ?? policy.name)
      ? first.policy
      : { id: null, name: 'Several policies', description: '' },
    alertType: isShared(({ alertType }) => alertType) ? first.alertType : MIXED_TYPE,
    correlationId: null,
    event: null,
    severity: severities.find((each) => messages.some(({ severity }) => severity === each)) ?? 'ok',
    title: plainText(`${counted(count, 'alert')}: ${listText(messages.map(({ title }) => title))}`),
    text: 'This message has all further alerts of a minute, since there were too many for a message each.',
    facts: factsOf({
      ...severityCounts(messages),
      First: timeText(entries[0]?.at ?? at),
      Last: timeText(at),
    }),
    entries: shown,
    omitted: count - shown.length,
    data: {},
    at,
    isDrill: false,
    isDigest: true,
  };
}

/** The most urgent first. */
const severities: readonly Severity[] = ['critical', 'warning', 'info', 'ok'];

/** Number of messages by severity. */
function severityCounts(messages: readonly Message[]): Record<string, string | undefined> {
  return Object.fromEntries(
    severities.map((each) => {
      const { length } = messages.filter(({ severity }) => severity === each);
      return [severityLabels[each], length > 0 ? `${length}` : undefined];
    }),
  );
}
