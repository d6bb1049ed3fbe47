import type { FunctionDefinition } from '../function-definition.ts';
import type { Value } from '../value.ts';
import { STRING } from '../value-type.ts';

/** `remove_bytes(http.user_agent, "\x20\x2d")` */
export const removeBytes: FunctionDefinition = {
  name: 'remove_bytes',
  description: 'The string without any of the listed bytes.',
  parameters: [
    { name: 'source', types: ['String'], kind: 'field' },
    { name: 'bytes', types: ['String'], kind: 'literal' },
  ],
  result: () => STRING,
  prepare: ([, bytes]: readonly (Value | undefined)[]) => {
    const listed = new Set(String(bytes));
    return (source: string) => remove(source, listed);
  },
};

function remove(source: string, listed: ReadonlySet<string>): string {
  let kept = '';
  let start = 0;
  for (let at = 0; at < source.length; at++) {
    if (!listed.has(source.charAt(at))) continue;
    kept += source.slice(start, at);
    start = at + 1;
  }
  return start === 0 ? source : kept + source.slice(start);
}
