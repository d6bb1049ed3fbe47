import type { Message } from '../../messages/message.ts';

/** A chat shows the first lines of a message; nobody scrolls further. */
const MAX_ENTRIES = 10;

/** A message as a few lines of plain text. `maxLength` is what the receiver accepts. */
export function chatText(message: Message, maxLength = 4_000): string {
  const { title, text, facts, entries, omitted } = message;
  const listed = entries.length > 1 ? entries.slice(-MAX_ENTRIES) : [];
  const hidden = entries.length > 1 ? omitted + entries.length - listed.length : 0;
  const lines = [
    title,
    text,
    ...facts.map(({ label, value }) => `${label}: ${value}`),
    ...(hidden > 0 ? [`${hidden} more before these:`] : []),
    ...listed.map((entry) => `- ${entry.text}`),
  ];
  return shortened(lines.join('\n'), maxLength);
}

/**
 * Text that a chat shows as it is. Names and addresses in it may be chosen by others, such as the visitors of a site: they must not
 * call everybody (`@here`, `<users/all>`) nor hide where a link leads (`[bank](https://evil.test)`). An invisible character in between
 * prevents that.
 */
export function harmless(text: string): string {
  return text.replaceAll(
    /@(?=(?:everyone|here|channel|all)\b)|<(?=[@#!/\w])|\](?=\()/gi,
    '$&\u200b',
  );
}

/** Cuts between characters, never within one. */
export function shortened(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}
