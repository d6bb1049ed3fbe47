import type { AnyNode } from 'acorn';
import { knownFunctions, knownMethods } from '../const-eval/known-functions.ts';
import { type FieldGuards, findFieldGuards } from '../flow/field-guards.ts';
import type { Flow } from '../flow/flow.ts';
import { findFlows } from '../flow/flow-finder.ts';
import type { ScriptReading } from '../script-reading.ts';
import { decodedItems } from './list-decoder.ts';
import { type Shape, shapeOf } from './shape.ts';

export interface FoundText {
  readonly text: string;
  readonly node: number;
  /** It stands in the source in some code only: base64, character codes, backwards. */
  readonly isDecoded: boolean;
  /** It is an item of an encoded array, where an obfuscator puts every text: that it is hidden says little. */
  readonly isListed: boolean;
  /** Parts that it was joined from. */
  readonly pieces: number;
  /** Pattern of a regular expression. */
  readonly isPattern: boolean;
}

/** What the features of a script are looked for in. */
export interface Facts {
  readonly reading: ScriptReading;
  readonly shape: Shape;
  readonly texts: readonly FoundText[];
  /** A place of each text. */
  readonly textNodes: ReadonlyMap<string, number>;
  /** All texts in lower case, to see at once that a word is in none of them. */
  readonly lowerTexts: string;
  /** Calls by the path of what is called, such as `document.write`. */
  readonly calls: ReadonlyMap<string, readonly number[]>;
  /** Calls by the last name of that path. */
  readonly methods: ReadonlyMap<string, readonly number[]>;
  /** Places where a path is read or written. */
  readonly paths: ReadonlyMap<string, readonly number[]>;
  /** Places where a property is named, in members and in objects. */
  readonly properties: ReadonlyMap<string, readonly number[]>;
  readonly flows: readonly Flow[];
  readonly guards: FieldGuards;
  /** Of the script that carries this one as text. */
  readonly outer: Facts | undefined;
}

export function collectFacts(reading: ScriptReading, outer?: Facts): Facts {
  const texts: FoundText[] = [];
  const calls = new Map<string, number[]>();
  const methods = new Map<string, number[]>();
  const paths = new Map<string, number[]>();
  const properties = new Map<string, number[]>();
  for (const number of reading.tree.ofTypes(indexed)) {
    const node = reading.tree.nodes[number];
    switch (node?.type) {
      case 'Identifier':
        if (reading.bindings.of(number)?.isGlobal) add(paths, node.name, number);
        break;
      case 'MemberExpression':
        add(paths, reading.values.path(node), number);
        add(properties, reading.values.property(node), number);
        break;
      case 'Property':
        add(properties, keyOf(node.key), number);
        break;
      case 'CallExpression':
      case 'NewExpression': {
        if (node.type === 'CallExpression') addTexts(texts, reading, node, number);
        const path = reading.values.path(node.callee);
        add(calls, path, number);
        add(methods, path.slice(path.lastIndexOf('.') + 1), number);
        break;
      }
      default:
        if (node) addTexts(texts, reading, node, number);
    }
  }
  const shape = shapeOf(reading);
  const guards = findFieldGuards(reading);
  const flows = findFlows(reading, guards);
  const textNodes = new Map(texts.map(({ text, node }) => [text, node]));
  const lowerTexts = [...textNodes.keys()].join('\n').toLowerCase();
  const found = { texts, textNodes, lowerTexts, calls, methods, paths, properties };
  return { reading, shape, ...found, flows, guards, outer };
}

const indexed = [
  'ArrayExpression',
  'BinaryExpression',
  'CallExpression',
  'Identifier',
  'Literal',
  'MemberExpression',
  'NewExpression',
  'Property',
  'TemplateElement',
] as const;

function add(map: Map<string, number[]>, key: string | undefined, number: number): void {
  if (key === undefined) return;
  const list = map.get(key);
  if (list) list.push(number);
  else map.set(key, [number]);
}

function keyOf(key: AnyNode): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : undefined;
}

function addTexts(texts: FoundText[], reading: ScriptReading, node: AnyNode, number: number): void {
  switch (node.type) {
    case 'Literal':
      if (typeof node.value === 'string') texts.push(written(node.value, number));
      else if (node.regex) texts.push({ ...written(node.regex.pattern, number), isPattern: true });
      break;
    case 'TemplateElement':
      texts.push(written(node.value.cooked ?? '', number));
      break;
    case 'BinaryExpression':
      if (!isPartOfSum(reading.tree.parent(number))) addComputed(texts, reading, node, number);
      break;
    case 'CallExpression':
      if (mayBeKnown(reading, node.callee)) addComputed(texts, reading, node, number);
      break;
    case 'ArrayExpression':
      for (const text of decodedItems(node)) {
        texts.push({ ...written(text, number), isDecoded: true, isListed: true });
      }
      break;
    default:
  }
}

/** A text as it stands in the source. */
const written = (text: string, node: number): FoundText => ({
  text,
  node,
  isDecoded: false,
  isListed: false,
  pieces: 1,
  isPattern: false,
});

/** Only whole sums are worked out: their parts would take quadratic time. */
const isPartOfSum = (parent: AnyNode | undefined): boolean =>
  parent?.type === 'BinaryExpression' && parent.operator === '+';

function mayBeKnown({ values }: ScriptReading, callee: AnyNode): boolean {
  if (callee.type === 'Identifier' || knownFunctions.has(values.path(callee))) return true;
  return callee.type === 'MemberExpression' && knownMethods.has(values.property(callee) ?? '');
}

function addComputed(
  texts: FoundText[],
  { values }: ScriptReading,
  node: AnyNode,
  number: number,
): void {
  const constant = values.constant(node);
  if (constant?.kind !== 'text') return;
  const { text, isDecoded, pieces } = constant;
  texts.push({ ...written(text, number), isDecoded, pieces });
}
