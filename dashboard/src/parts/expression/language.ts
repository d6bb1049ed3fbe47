import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import type { Reference } from './reference.ts';

/** Names with dots: fields, functions, word operators. */
export const NAME = /^[A-Za-z_][\w.]*/;

/** Colours the words of the language. The API alone decides what is valid. */
export function expressionLanguage({ operators, logic, functions }: Reference): Extension {
  const words = new Set(
    [...operators, ...logic].flatMap(({ spellings }) =>
      spellings.flatMap((spelling) => spelling.split(' ')),
    ),
  );
  const calls = new Set(functions.map(({ name }) => name));
  const language = StreamLanguage.define<object>({
    name: 'expression',
    token(stream) {
      if (stream.eatSpace()) return null;
      if (stream.match(/^(r#*)?"(\\.|[^"\\])*"?#*/)) return 'string';
      if (stream.match(/^\$[\w.]+/)) return 'labelName';
      if (stream.match(/^(true|false)\b/)) return 'bool';
      if (stream.match(/^[\da-fA-F]*[:.][\da-fA-F:.]+(\/\d+)?|^\d+(\/\d+)?/)) return 'number';
      const name = stream.match(NAME);
      if (name && typeof name === 'object') {
        const [word] = name;
        if (words.has(word)) return 'operatorKeyword';
        return calls.has(word) ? 'function' : 'propertyName';
      }
      stream.next();
      return null;
    },
    tokenTable: { function: tags.function(tags.name) },
  });
  return [language, syntaxHighlighting(style)];
}

const style = HighlightStyle.define([
  { tag: tags.operatorKeyword, color: 'var(--accent)', fontWeight: '500' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool], color: 'var(--warning)' },
  { tag: tags.function(tags.name), color: 'var(--series-6)' },
  { tag: tags.labelName, color: 'var(--warning)' },
]);
