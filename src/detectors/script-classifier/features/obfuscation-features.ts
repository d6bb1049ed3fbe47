import type { AnyNode } from 'acorn';
import type { Evidence } from '../evidence.ts';
import type { Facts } from '../facts/facts.ts';
import { decodedCodeSinks } from './decoded-code-sinks.ts';
import type { Feature } from './feature.ts';
import { allOf, anyOf, calls, flow, methods, text } from './finders.ts';
import { isPacker } from './packer.ts';

const foundAt = (isFound: boolean, node: number): number[] => (isFound ? [Math.max(node, 0)] : []);

const nodesWhere = (
  { reading: { tree } }: Facts,
  type: AnyNode['type'],
  fits: (node: AnyNode, number: number) => boolean,
): number[] =>
  tree.ofType(type).filter((number) => {
    const node = tree.node(number);
    return node !== undefined && fits(node, number);
  });

const isTextList = (node: AnyNode, fewest: number): boolean =>
  node.type === 'ArrayExpression' &&
  node.elements.length >= fewest &&
  node.elements.every((it) => it?.type === 'Literal' && typeof it.value === 'string');

/** `a.push(a.shift())`: obfuscators rotate the array until a checksum is right. */
const isRotation = (node: AnyNode): boolean => {
  if (node.type !== 'CallExpression' || memberName(node.callee) !== 'push') return false;
  const [arg] = node.arguments;
  return arg?.type === 'CallExpression' && memberName(arg.callee) === 'shift';
};

function memberName(node: AnyNode): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  if (node.property.type === 'Identifier' && !node.computed) return node.property.name;
  return node.property.type === 'Literal' ? String(node.property.value) : undefined;
}

/** Flattened control flow: `while (true) switch (order[i++])`. */
function isFlattened({ reading: { tree } }: Facts, node: AnyNode, number: number): boolean {
  if (node.type !== 'SwitchStatement' || node.discriminant.type !== 'MemberExpression')
    return false;
  if (node.discriminant.property.type !== 'UpdateExpression') return false;
  const parent = tree.parent(number);
  const loop = parent?.type === 'BlockStatement' ? tree.parent(tree.parents[number] ?? 0) : parent;
  return loop?.type === 'WhileStatement' || loop?.type === 'ForStatement';
}

/** `i = i - 0x10` in a function that looks up an item by a shifted index. */
function isLookup({ reading: { tree } }: Facts, node: AnyNode, number: number): boolean {
  if (node.type !== 'AssignmentExpression' || node.left.type !== 'Identifier') return false;
  const { right, left } = node;
  if (right.type !== 'BinaryExpression' || right.operator !== '-') return false;
  if (right.left.type !== 'Identifier' || right.left.name !== left.name) return false;
  return tree.parent(number)?.type === 'ExpressionStatement' && isNumeric(right.right);
}

const isNumeric = (node: AnyNode): boolean =>
  (node.type === 'Literal' && typeof node.value === 'number') ||
  (node.type === 'UnaryExpression' && isNumeric(node.argument)) ||
  (node.type === 'BinaryExpression' && isNumeric(node.right));

const isXorDecoder = (facts: Facts): number[] => {
  const xors = nodesWhere(
    facts,
    'BinaryExpression',
    (node) => node.type === 'BinaryExpression' && node.operator === '^',
  );
  const { tree } = facts.reading;
  let next = 0;
  return (facts.calls.get('String.fromCharCode') ?? []).filter((number) => {
    while ((xors[next] ?? Number.POSITIVE_INFINITY) < number) next += 1;
    return (xors[next] ?? Number.POSITIVE_INFINITY) <= (tree.lasts[number] ?? 0);
  });
};

const isReadable = (text: string): boolean => /^[\t\n\r -~]{4,}$/.test(text);

const BASE64_TEXT = /^[A-Za-z0-9+/_-]{1000,}={0,2}$/;

const obfuscated: readonly Evidence[] = ['hidden', 'obfuscated'];

/** Techniques that make code hard to read. Honest software uses them too. */
export const obfuscationFeatures: readonly Feature[] = [
  {
    id: 'hex-names',
    what: 'Uses hexadecimal numbers as names of variables',
    points: 60,
    shows: obfuscated,
    find: ({ shape }) =>
      foundAt(shape.hexNames >= 3 && shape.hexNames / shape.names > 0.1, shape.firstHexName),
    samples: {
      matching: [`var _0x1a2b = 1, _0x3c4d = 2; function _0x5e6f(_0x77) { return _0x77; }`],
      other: [`var a = 0x1a2b, b = 2; function c(d) { return d; }`],
    },
  },
  {
    id: 'string-array',
    what: 'Keeps its strings in an array and looks them up by a shifted index',
    points: 50,
    shows: obfuscated,
    find: (facts) => {
      const lists = nodesWhere(facts, 'ArrayExpression', (node) => isTextList(node, 5));
      const lookups = nodesWhere(facts, 'AssignmentExpression', (node, number) =>
        isLookup(facts, node, number),
      );
      return lists.length > 0 ? lookups : [];
    },
    samples: {
      matching: [
        `var t = ['a', 'b', 'c', 'd', 'e']; function f(i) { i = i - 0x10; return t[i]; } f(0x11);`,
      ],
      other: [`var t = ['a', 'b', 'c', 'd', 'e']; function f(i) { return t[i - 1]; }`],
    },
  },
  {
    id: 'array-rotation',
    what: 'Rotates an array of strings before it uses it',
    points: 20,
    shows: [],
    find: (facts) => nodesWhere(facts, 'CallExpression', isRotation),
    samples: {
      matching: [`while (--n) { t.push(t.shift()); }`, `t['push'](t['shift']());`],
      other: [`queue.push(job); queue.shift();`],
    },
  },
  {
    id: 'escaped-text',
    what: 'Writes readable characters as escape sequences',
    points: 45,
    shows: obfuscated,
    find: ({ shape }) =>
      foundAt(
        shape.escapedCharacters >= 15 && shape.escapedCharacters / shape.textCharacters > 0.25,
        shape.firstEscape,
      ),
    samples: {
      matching: [
        `a['\\x68\\x65\\x6c\\x6c\\x6f']('\\x77\\x6f\\x72\\x6c\\x64\\x21\\x21\\x21\\x21\\x21');`,
      ],
      other: [`var re = '\\u00e4\\u00f6\\u00fc\\ufeff\\x00\\x01\\x02\\x03\\x04\\x05\\x06';`],
    },
  },
  {
    id: 'number-puzzles',
    what: 'Writes numbers as arithmetic expressions',
    points: 25,
    shows: obfuscated,
    find: ({ shape }) =>
      foundAt(
        shape.arithmetic >= 15 && shape.arithmetic / (shape.numbers + 1) > 0.15,
        shape.firstArithmetic,
      ),
    samples: {
      matching: [`f(${Array.from({ length: 20 }, () => '-0x1*0x2+0x9').join(',')});`],
      other: [`f(${Array.from({ length: 20 }, (_, at) => at).join(',')}, 60 * 60);`],
    },
  },
  {
    id: 'hex-numbers',
    what: 'Writes most numbers in hexadecimal',
    points: 20,
    shows: [],
    find: ({ shape }) =>
      foundAt(shape.hexNumbers >= 15 && shape.hexNumbers / shape.numbers > 0.6, 0),
    samples: {
      matching: [`f(${Array.from({ length: 20 }, (_, at) => `0x${at}`).join(',')});`],
      other: [`f(${Array.from({ length: 20 }, (_, at) => at).join(',')}, 0xff);`],
    },
  },
  {
    id: 'quoted-members',
    what: 'Accesses most members by string',
    points: 20,
    shows: obfuscated,
    find: ({ shape }) =>
      foundAt(shape.quotedMembers >= 10 && shape.quotedMembers / shape.members > 0.5, 0),
    samples: {
      matching: [Array.from({ length: 12 }, () => `a['b']();`).join('')],
      other: [Array.from({ length: 12 }, () => `a.b(); a['c-d']();`).join('')],
    },
  },
  {
    id: 'flattened-control-flow',
    what: 'Flattens its control flow into a loop around a switch',
    points: 45,
    shows: obfuscated,
    find: (facts) =>
      nodesWhere(facts, 'SwitchStatement', (node, number) => isFlattened(facts, node, number)),
    samples: {
      matching: [
        `var o = '1|0'.split('|'), i = 0; while (true) { switch (o[i++]) { case '0': b(); continue; case '1': a(); continue; } break; }`,
      ],
      other: [`for (;;) { switch (next()) { case 0: return; } }`],
    },
  },
  {
    id: 'debugger-trap',
    what: 'Disturbs debuggers',
    points: 40,
    shows: obfuscated,
    find: anyOf(
      ({ reading }) => reading.tree.ofType('DebuggerStatement'),
      allOf(
        text(({ text: it }) => /^(?:debugger|debu|gger);?$/.test(it)),
        anyOf(calls('Function', 'eval', 'setInterval'), methods('constructor')),
      ),
    ),
    samples: {
      matching: [
        `setInterval(function () { debugger; }, 50);`,
        `(function () {}).constructor('debugger')();`,
      ],
      other: [`console.log('debugger attached');`],
    },
  },
  {
    id: 'six-characters',
    what: 'Consists of brackets and operators',
    points: 95,
    shows: obfuscated,
    find: ({ shape }) => foundAt(shape.symbols >= 150 && shape.symbols / shape.nodes > 0.5, 0),
    samples: {
      matching: [`[${Array.from({ length: 80 }, () => '(![]+[])[+[]]').join(',')}]`],
      other: [`[${Array.from({ length: 80 }, () => '!a').join(',')}, [], +b]`],
    },
  },
  {
    id: 'odd-names',
    what: 'Uses names of variables without letters or digits',
    points: 60,
    shows: obfuscated,
    find: ({ shape }) => foundAt(shape.oddNames >= 4 && shape.oddNames / shape.names > 0.3, 0),
    samples: {
      matching: [`var $_$ = 1, _$_ = 2, $$_ = 3, __$ = 4; $_$ + _$_ + $$_ + __$;`],
      other: [`var $ = jQuery, _ = lodash, __ = 1; $(_.map([1], __));`],
    },
  },
  {
    id: 'text-from-codes',
    what: 'Builds strings from character codes or single characters',
    points: 30,
    shows: obfuscated,
    find: text(({ isDecoded, pieces, text: it }) => isDecoded && pieces >= 5 && isReadable(it)),
    samples: {
      matching: [
        `f(String.fromCharCode(104, 101, 108, 108, 111));`,
        `f('dlrow olleh'.split('').reverse().join(''));`,
      ],
      other: [`f(String.fromCharCode(10));`, `f('hello');`],
    },
  },
  {
    id: 'decoded-text',
    what: 'Decodes strings that it contains',
    points: 25,
    shows: [],
    find: text(({ isDecoded, pieces, text: it }) => isDecoded && pieces < 5 && isReadable(it)),
    samples: {
      matching: [`f(atob('aGVsbG8gd29ybGQ='));`],
      other: [`f(atob(x));`, `f('hello world'.split(' ').join('-'));`],
    },
  },
  {
    id: 'xor-decoder',
    what: 'Decodes strings with XOR',
    points: 35,
    shows: obfuscated,
    find: isXorDecoder,
    samples: {
      matching: [`s += String.fromCharCode(d.charCodeAt(i) ^ 42);`],
      other: [`h = (h ^ d.charCodeAt(i)) * 16777619; s = String.fromCharCode(10);`],
    },
  },
  {
    id: 'code-from-text',
    what: 'Creates code from strings at run time',
    points: 10,
    shows: [],
    find: flow(({ sink, node }, { reading: { tree, values } }) => {
      if (sink !== 'code') return false;
      const call = tree.node(node);
      if (call?.type !== 'CallExpression' && call?.type !== 'NewExpression') return true;
      return call.arguments.some((arg) => values.text(arg) === undefined);
    }),
    samples: {
      matching: [`eval(x);`, `new Function('a', body);`, `setTimeout(code, 5); eval(code);`],
      other: [`setTimeout(function () {}, 5);`, `Function('return this')();`],
    },
  },
  {
    id: 'decoded-code',
    what: 'Creates code from strings that it decodes first',
    points: 45,
    shows: obfuscated,
    find: decodedCodeSinks,
    samples: {
      matching: [`eval(unescape('%61'));`],
      other: [`eval(x); unescape(y);`],
    },
  },
  {
    id: 'packed',
    what: 'Unpacks itself from a list of words',
    points: 70,
    shows: obfuscated,
    find: (facts) =>
      facts.calls.has('eval') ? nodesWhere(facts, 'FunctionExpression', isPacker) : [],
    samples: {
      matching: [
        `eval(function (p, a, c, k, e, d) { return p; }('0 1', 2, 2, 'a|b'.split('|'), 0, {}));`,
      ],
      other: [`run(function (p, a, c, k, e, d) { return p; });`],
    },
  },
  {
    id: 'nested-too-deeply',
    what: 'Nests code so deeply that a part was analysed separately or not at all',
    points: 60,
    shows: obfuscated,
    find: ({ reading }) => foundAt(reading.leftOut.length > 0, 0),
    samples: {
      matching: [`a(); ${'['.repeat(1500)}${']'.repeat(1500)};`],
      other: [`a(); ${'['.repeat(150)}${']'.repeat(150)};`],
    },
  },
  {
    id: 'long-encoded-text',
    what: 'Contains a long encoded string',
    points: 8,
    shows: [],
    find: text(({ text: it }) => it.length >= 1000 && BASE64_TEXT.test(it)),
    samples: {
      matching: [`var d = '${'QUJD'.repeat(300)}';`],
      other: [`var d = '${'some words '.repeat(100)}';`],
    },
  },
];
