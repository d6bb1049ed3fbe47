import { compileWildcardCapture, countStars, wildcardProblem } from '../compile/wildcard.ts';
import type { Budget, CheckedArgument, FunctionDefinition } from '../function-definition.ts';
import type { Value } from '../value.ts';
import { STRING } from '../value-type.ts';
import { TRANSFORM_PHASES } from './function-phases.ts';
import { fillReplacement, replacementProblem } from './replacement.ts';

/** `wildcard_replace(http.request.full_uri, "http://*.example.com/*", "https://example.com/${1}/${2}")` */
export const wildcardReplace: FunctionDefinition = {
  name: 'wildcard_replace',
  description:
    'The replacement, with the text that each star matched, if the whole value matches; otherwise the value. Option s is case-sensitive.',
  parameters: [
    { name: 'source', types: ['String'], kind: 'field' },
    { name: 'wildcard', types: ['String'], kind: 'literal' },
    { name: 'replacement', types: ['String'], kind: 'literal' },
    { name: 'options', types: ['String'], kind: 'literal', optional: true },
  ],
  result: () => STRING,
  phases: TRANSFORM_PHASES,
  replaces: true,
  complain: (args, index, { limits }) => problemAt(args, index, limits),
  prepare: ([, pattern, replacement, options]: readonly (Value | undefined)[]) => {
    const capture = compileWildcardCapture(String(pattern), options === 's');
    const text = String(replacement);
    return (source: string) => {
      const captures = capture(source);
      return captures ? fillReplacement(text, captures) : source;
    };
  },
};

function problemAt(
  args: readonly CheckedArgument[],
  index: number,
  limits: Budget['limits'],
): string | undefined {
  const pattern = String(args[1]?.literal);
  if (index === 1) return wildcardProblem(pattern, limits.wildcardStars);
  if (index === 2) return replacementProblem(String(args[2]?.literal), countStars(pattern));
  return index === 3 && args[3]?.literal !== 's' ? 'expected "s"' : undefined;
}
