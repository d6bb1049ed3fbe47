import type { Message } from '../../messages/message.ts';
import { timeText } from '../../messages/plain-text.ts';

/** Chats show only the first lines of a message. */
const MAX_ENTRIES = 10;

/** A message as a few lines of plain text. `maxLength` is the limit of the receiver. */
export function chatText(message: Message, maxLength = 4_000): string {
  const { title, text, facts, entries, omitted } = message;
  const listed = entries.length > 1 ? entries.slice(-MAX_ENTRIES) : [];
  const hidden = entries.length > 1 ? omitted + entries.length - listed.length : 0;
  const lines = [
    title,
    text,
    ...facts.map(({ label, value }) => `${label}: ${value}`),
    ...(hidden > 0 ? [`Earlier alerts, not shown: ${hidden}`] : []),
    ...listed.map(({ at, text: what }) => `- ${timeText(at)}: ${what}`),
  ];
  return shortened(lines.join('\n'), maxLength);
}

/**
 * Escapes mentions and links. Names and addresses may come from others, such as the visitors of a site: they must not
 * mention everybody (`@here`, `<users/all>`) or disguise a link (`[bank](https://evil.test)`). An invisible character in
 * between prevents that.
 */
export function escapedForChat(text: string): string {
  return text.replaceAll(
    /@(?=(?:everyone|here|channel|all)\b)|<(?=[@#!/\w])|\](?=\()/gi,
    '$&\u200b',
  );
}

/** Never cuts within a surrogate pair. */
export function shortened(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}
