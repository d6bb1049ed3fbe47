import { fromByteString } from '../byte-string.ts';
import type { CheckedArgument, FunctionDefinition } from '../function-definition.ts';
import { compilePattern } from '../regex/regex.ts';
import type { Value } from '../value.ts';
import { STRING } from '../value-type.ts';
import { TRANSFORM_PHASES } from './function-phases.ts';
import { fillReplacement, replacementProblem } from './replacement.ts';

/** `regex_replace(http.request.uri.path, "^/old/(.*)$", "/new/${1}")` */
export const regexReplace: FunctionDefinition = {
  name: 'regex_replace',
  description: `The string with the first match of a pattern replaced; \${1} to \${8} are its groups.`,
  parameters: [
    { name: 'source', types: ['String'], kind: 'field' },
    { name: 'pattern', types: ['String'], kind: 'literal' },
    { name: 'replacement', types: ['String'], kind: 'literal' },
  ],
  result: () => STRING,
  phases: TRANSFORM_PHASES,
  takesPattern: true,
  replaces: true,
  complain: (args, index, budget) => {
    if (index === 1) return budget.takePattern(fromByteString(String(args[1]?.literal)));
    return index === 2 ? referenceProblem(args) : undefined;
  },
  prepare: ([, pattern, replacement]: readonly (Value | undefined)[]) => {
    const compiled = compilePattern(fromByteString(String(pattern)));
    const text = String(replacement);
    if (compiled.kind === 'problem') return () => undefined;
    return (source: string) => {
      const match = compiled.find(source);
      if (!match) return source;
      const filled = fillReplacement(text, match.groups.slice(1));
      return source.slice(0, match.start) + filled + source.slice(match.end);
    };
  },
};

function referenceProblem(args: readonly CheckedArgument[]): string | undefined {
  const compiled = compilePattern(fromByteString(String(args[1]?.literal)));
  const groups = compiled.kind === 'pattern' ? compiled.groups : 0;
  return replacementProblem(String(args[2]?.literal), groups);
}
