import type { Fact } from '../../messages/message.ts';
import type { MailView } from './mail-view.ts';

/** The plain text of a mail, with the same content as the HTML. */
export function mailText(view: MailView): string {
  const parts = [
    view.drill,
    `${view.label}: ${view.title}`,
    view.text,
    table(view.facts).join('\n'),
    ...view.entries.map(({ time, text, facts }) =>
      [`* ${time}`, `  ${text}`, ...table(facts, '  ')].join('\n'),
    ),
    view.more,
    // Mail programs recognise a signature by this line.
    `-- \n${view.reason}\n${view.manage.hint}\n${view.manage.path}\nThe API is described at ${view.manage.link}`,
  ];
  return `${parts.filter((part) => part !== undefined && part.length > 0).join('\n\n')}\n`;
}

/** Labels and values, with aligned values. */
function table(facts: readonly Fact[], indent = ''): readonly string[] {
  const width = Math.max(0, ...facts.map(({ label }) => label.length));
  return facts.map(({ label, value }) => `${indent}${`${label}:`.padEnd(width + 2)}${value}`);
}
