import type { Message } from '../../messages/message.ts';
import { timeText } from '../../messages/plain-text.ts';

/** Chats show only the first lines of a message. */
const MAX_ENTRIES = 10;

/** A message as a few lines of plain text. `maxLength` is the limit of the receiver. */
export function chatText(message: Message, maxLength = 4_000): string {
  const { title, text, facts } = message;
  const head = [title, text, ...facts.map(({ label, value }) => `${label}: ${value}`)].join('\n');
  const lines = entryLines(message, maxLength - head.length);
  return shortened([head, ...lines].join('\n'), maxLength);
}

/** The latest alerts of a message about several, one per line, and how many are not shown. */
export function entryLines(
  { entries, omitted }: Pick<Message, 'entries' | 'omitted'>,
  maxLength: number,
): string[] {
  if (entries.length < 2) return [];
  const lines: string[] = [];
  let space = maxLength - hiddenText(omitted + entries.length).length - 1;
  // The latest alert says how things are now, so a receiver with a low limit gets fewer of the earlier ones.
  for (const { at, text } of entries.slice(-MAX_ENTRIES).reverse()) {
    const line = `- ${timeText(at)}: ${text}`;
    space -= line.length + 1;
    if (lines.length > 0 && space < 0) break;
    lines.unshift(line);
  }
  const hidden = omitted + entries.length - lines.length;
  return hidden > 0 ? [hiddenText(hidden), ...lines] : lines;
}

const hiddenText = (count: number) => `Earlier alerts, not shown: ${count}`;

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
