import type { Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import type { Reference } from './reference.ts';

/** Shows what a name means while the pointer rests on it. */
export function expressionDocumentation(reference: Reference): Extension {
  const texts = new Map([
    ...reference.fields.map(
      ({ name, type, description }) =>
        [name, { title: `${name}: ${type}`, text: description }] as const,
    ),
    ...reference.functions.map(
      ({ name, call, description }) => [name, { title: call, text: description }] as const,
    ),
    ...reference.lists.map(
      ({ name, kind }) =>
        [
          `$${name}`,
          { title: `$${name}`, text: `A list of kind ${kind} of the account.` },
        ] as const,
    ),
  ]);
  return hoverTooltip((view, pos) => {
    const line = view.state.doc.lineAt(pos);
    for (const match of line.text.matchAll(/\$?[A-Za-z_][\w.]*/g)) {
      const from = line.from + match.index;
      const to = from + match[0].length;
      const found = texts.get(match[0]);
      if (pos < from || pos > to || !found) continue;
      return { pos: from, end: to, above: true, create: () => ({ dom: tooltip(found) }) };
    }
    return null;
  });
}

function tooltip({ title, text }: { title: string; text: string }): HTMLElement {
  const box = document.createElement('div');
  box.className = 'expression-tooltip';
  const code = box.appendChild(document.createElement('code'));
  code.textContent = title;
  const paragraph = box.appendChild(document.createElement('p'));
  paragraph.textContent = text;
  return box;
}
