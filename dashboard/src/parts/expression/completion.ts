import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete';
import type { Reference } from './reference.ts';

/** Completes fields, functions, operators and lists, with what the reference says about them. */
export function expressionCompletion(reference: Reference): CompletionSource {
  const names = nameOptions(reference);
  const lists = listOptions(reference);
  return (context) => {
    const list = context.matchBefore(/\$[\w.]*/);
    if (list) return result(list.from, lists);
    const word = context.matchBefore(/[A-Za-z_][\w.]*/);
    if (!word && !context.explicit) return null;
    return isInText(context) ? null : result(word?.from ?? context.pos, names);
  };
}

function result(from: number, options: readonly Completion[]): CompletionResult {
  return { from, options, validFor: /^\$?[\w.]*$/ };
}

/** An odd number of quotes before the cursor: it is within a text. */
function isInText({ state, pos }: CompletionContext): boolean {
  const before = state.sliceDoc(0, pos).replace(/\\./g, '');
  return (before.split('"').length - 1) % 2 === 1;
}

function nameOptions({ fields, functions, operators, logic }: Reference): readonly Completion[] {
  return [
    ...fields.map(({ name, type, description, filled }) => ({
      label: name,
      type: 'property',
      detail: type,
      info: filled ? description : `${description}. This node has no data for it.`,
      boost: filled ? 1 : -1,
    })),
    ...functions.map(({ name, call, description }) => ({
      label: name,
      type: 'function',
      detail: call.slice(name.length),
      info: description,
      apply: `${name}(`,
    })),
    ...[...operators, ...logic].flatMap(({ spellings }) =>
      spellings
        .filter((spelling) => /^[a-z]/.test(spelling))
        .map((label) => ({ label, type: 'keyword', detail: 'operator' })),
    ),
  ];
}

function listOptions({ lists }: Reference): readonly Completion[] {
  return lists.map(({ name, kind }) => ({
    label: `$${name}`,
    type: 'variable',
    detail: `list of kind ${kind}`,
  }));
}
