import type { Facts } from '../facts/facts.ts';
import { mentionsWalletSecret } from '../flow/field-words.ts';
import type { Target } from '../flow/flow-target.ts';
import { anyField } from '../flow/taint.ts';
import type { Finder } from './feature.ts';
import { anyOf, near, sendsTo, text } from './finders.ts';

/** Nodes between what a script asks for and where it sends it. */
const NEARBY = 700;

/** Comparisons of a length with the number of words in a secret phrase. */
function wordCounts({ reading: { tree, values } }: Facts): number[] {
  return tree.ofType('BinaryExpression').filter((number) => {
    const node = tree.node(number);
    if (node?.type !== 'BinaryExpression' || !/^(?:[=!]==?|>=|<)$/.test(node.operator))
      return false;
    const { left, right } = node;
    const isLength = left.type === 'MemberExpression' && values.property(left) === 'length';
    const isCount = right.type === 'Literal' && (right.value === 12 || right.value === 24);
    return isLength && isCount;
  });
}

const splitsWords: Finder = ({ methods, reading: { tree, values } }) =>
  (methods.get('split') ?? []).filter((number) => {
    const call = tree.node(number);
    const [separator] = call?.type === 'CallExpression' ? call.arguments : [];
    if (separator?.type === 'Literal' && separator.regex)
      return separator.regex.pattern.includes('s');
    return values.text(separator) === ' ';
  });

/** A private key is 64 hexadecimal digits. */
const keyPattern = /\[[\w-]{0,10}a-f[\w-]{0,10}\]\{64\}/i;

/** Asks for, or recognises, what opens a wallet: a phrase of 12 or 24 words, a private key. */
const walletSecrets: Finder = anyOf(
  text(({ text: it, isPattern }) =>
    isPattern ? keyPattern.test(it) : it.length < 2000 && mentionsWalletSecret(it),
  ),
  ({ properties }) =>
    [...properties].flatMap(([name, nodes]) => (mentionsWalletSecret(name) ? nodes : [])),
  near(100, wordCounts, splitsWords),
);

/** Requests with the contents of fields close to it. */
export const sendsWalletSecrets = (...targets: readonly Target[]): Finder =>
  near(NEARBY, sendsTo(targets, anyField), walletSecrets);
