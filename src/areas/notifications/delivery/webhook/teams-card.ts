import type { Message } from '../../messages/message.ts';
import { entryLines, shortened } from './chat-text.ts';

/** A card has at most 28 KB. */
const MAX_TEXT = 8_000;

/** A message as an adaptive card, the format of workflows and incoming webhooks of Teams. */
export function teamsCard(
  message: Pick<Message, 'title' | 'text' | 'facts' | 'entries' | 'omitted'>,
): object {
  const { title, text, facts } = message;
  const lines = entryLines(message, MAX_TEXT);
  const block = (content: string) => ({
    type: 'TextBlock',
    text: shortened(withoutMarkup(content), MAX_TEXT),
    wrap: true,
  });
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { ...block(title), weight: 'Bolder', size: 'Medium' },
      block(text),
      {
        type: 'FactSet',
        facts: facts.map(({ label, value }) => ({
          title: label,
          value: shortened(withoutMarkup(value), 500),
        })),
      },
      ...lines.map((line) => ({ ...block(line), spacing: 'Small' })),
    ],
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
  };
}

/** Cards interpret Markdown: untrusted names must not become links. */
function withoutMarkup(text: string): string {
  return text.replace(/[\\[\]*_`<>]/g, '\\$&');
}
