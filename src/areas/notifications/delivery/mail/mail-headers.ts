import type { SendMailOptions } from 'nodemailer';
import type { ChannelDelivery } from '../channel.ts';

/** Well below the limits of RFC 5322. */
const MAX_REFERENCES = 10;

/**
 * Headers for mail programs: they thread mails about one incident, deduplicate a mail that was sent twice, sort mails by
 * policy, and suppress automatic replies.
 */
export function mailHeaders(
  { id, message }: Pick<ChannelDelivery, 'id' | 'message'>,
  from: string,
): Pick<SendMailOptions, 'messageId' | 'inReplyTo' | 'references' | 'headers'> {
  const domain = domainOf(from);
  const incidents = new Set(message.entries.flatMap(({ incident }) => incident?.id ?? []));
  // No mail has these ids; mail programs thread mails that refer to the same id.
  const references = [...incidents]
    .slice(0, MAX_REFERENCES)
    .map((id) => `<incident.${id}@${domain}>`);
  const [inReplyTo] = references;
  return {
    messageId: `<${id}@${domain}>`,
    ...(inReplyTo !== undefined && { inReplyTo, references }),
    headers: {
      'List-Id': `<${message.policy.id ?? (message.isDigest ? 'digests' : 'pools')}.notifications.${domain}>`,
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'X-Palisade-Alert-Type': message.alertType,
      'X-Palisade-Alert-Ids': message.entries.map((entry) => entry.id).join(' '),
    },
  };
}

function domainOf(from: string): string {
  return from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '');
}
