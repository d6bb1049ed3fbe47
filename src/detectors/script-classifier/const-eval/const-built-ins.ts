import type { ConstRun } from './const-run.ts';
import { type ConstValue, NotConstant, sized, textOf } from './const-values.ts';
import { knownFunctions } from './known-functions.ts';

/** Objects of the language whose functions are known. */
export const builtInObjects: ReadonlySet<string> = new Set([
  'String',
  'Object',
  'Math',
  'Array',
  'Number',
]);

export const mathMethods: ReadonlyMap<string, (...args: number[]) => number> = new Map([
  ['floor', Math.floor],
  ['ceil', Math.ceil],
  ['round', Math.round],
  ['abs', Math.abs],
  ['min', Math.min],
  ['max', Math.max],
  ['pow', Math.pow],
]);

/** Calls a function that is not of the script. */
export function callBuiltIn(run: ConstRun, name: string, args: readonly ConstValue[]): ConstValue {
  const [first, second] = args;
  if (name === 'parseInt')
    return Number.parseInt(textOf(first), second === undefined ? 10 : Number(second));
  if (name === 'Number') return Number(textOf(first));
  const known = knownFunctions.get(name);
  if (!known) throw new NotConstant(name);
  const constants = args.map((arg) =>
    Array.isArray(arg)
      ? { kind: 'list' as const, items: arg.map(textOf), isDecoded: false, isNumeric: false }
      : { kind: 'text' as const, text: textOf(arg), isDecoded: false, pieces: 1 },
  );
  const result = known(constants);
  if (!result) throw new NotConstant(name);
  if (result.isDecoded) run.isDecoded = true;
  return sized(result.kind === 'text' ? result.text : [...result.items]);
}
