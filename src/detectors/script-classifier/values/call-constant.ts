import type { CallExpression, MemberExpression } from 'acorn';
import { type Constant, listConstant, textConstant } from '../const-eval/constant.ts';
import { knownFunctions, knownMethods } from '../const-eval/known-functions.ts';
import { textIn } from '../page/page-reader.ts';
import { isOwnObject, methodOf } from '../tree/known-calls.ts';
import type { ConstantContext } from './constant-context.ts';

/** Methods with a callback or of lists: the interpreter evaluates the whole chain. */
const chained: ReadonlySet<string> = new Set([
  ...['map', 'reduce', 'reduceRight', 'filter', 'join', 'replace', 'reverse', 'from', 'slice'],
]);

/** The result of a call of a known function or method, of a function of the script, or of a chain of methods. */
export function callConstant(
  context: ConstantContext,
  node: CallExpression,
  steps: number,
): Constant | undefined {
  const { callee } = node;
  const known = knownFunctions.get(context.path(callee, steps));
  if (known) return known(argumentsOf(context, node, steps) ?? []);
  if (callee.type !== 'MemberExpression') return context.interpreter.call(node);
  const name = context.property(callee) ?? '';
  if (name === 'text' && node.arguments.length === 0) return textOfMarkup(context, callee, steps);
  const method = knownMethods.get(name);
  const self = method && context.constant(callee.object, steps + 1);
  const args = self && argumentsOf(context, node, steps);
  const found = args && method(self, args);
  if (found) return found;
  const isChain = chained.has(name) || isOwnMethod(context, callee);
  return isChain ? context.interpreter.chain(node) : undefined;
}

/** `$('<div>').html('&#104;').text()` decodes entities. */
function textOfMarkup(
  context: ConstantContext,
  { object }: MemberExpression,
  steps: number,
): Constant | undefined {
  if (object.type !== 'CallExpression' || object.callee.type !== 'MemberExpression')
    return undefined;
  const [given] = object.arguments;
  if (!given || context.property(object.callee) !== 'html') return undefined;
  const markup = context.constant(given, steps + 1);
  if (markup?.kind !== 'text') return undefined;
  const text = textIn(markup.text);
  return textConstant(text, markup.isDecoded || !markup.text.includes(text));
}

/** A method that the script defines. */
const isOwnMethod = ({ tree, bindings }: ConstantContext, callee: MemberExpression): boolean =>
  isOwnObject(tree, bindings, callee.object) && methodOf(tree, bindings, callee) !== undefined;

/**
 * The arguments of a call; undefined if one is not known. Null counts as empty, and so does an unknown object in
 * first position: `apply` takes its `this` there, which does not affect the result.
 */
function argumentsOf(
  context: ConstantContext,
  { arguments: given }: CallExpression,
  steps: number,
): Constant[] | undefined {
  const args: Constant[] = [];
  for (const arg of given) {
    const isNull = arg.type === 'Literal' && arg.value === null;
    const isName = arg.type === 'Identifier' || arg.type === 'ThisExpression';
    const constant = isNull ? textConstant('') : context.constant(arg, steps + 1);
    if (constant) args.push(constant);
    else if (isName && args.length === 0 && given.length > 1) args.push(listConstant([]));
    else return undefined;
  }
  return args;
}
