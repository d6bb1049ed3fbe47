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

/** Cuts between characters, never within one. */
export function shortened(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}
