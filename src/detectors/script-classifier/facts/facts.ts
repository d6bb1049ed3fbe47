import type { AnyNode } from 'acorn';
import { knownFunctions, knownMethods } from '../const-eval/known-functions.ts';
import { type FieldGuards, findFieldGuards } from '../flow/field-guards.ts';
import type { Flow } from '../flow/flow.ts';
import { findFlows } from '../flow/flow-finder.ts';
import type { Page } from '../page/page-reader.ts';
import type { ScriptReading } from '../script-reading.ts';
import type { Effect } from '../trace/trace-context.ts';
import { propertyName } from '../tree/known-calls.ts';
import { decodedItems } from './list-decoder.ts';
import { type Shape, shapeOf } from './shape.ts';

export interface FoundText {
  readonly text: string;
  readonly node: number;
  /** The source contains it only encoded: as base64, as character codes, reversed. */
  readonly isDecoded: boolean;
  /** It is an item of an encoded array. Obfuscators put all strings there, so this alone means little. */
  readonly isListed: boolean;
  /** Number of strings that it is concatenated from. */
  readonly pieces: number;
  /** It is the pattern of a regular expression. */
  readonly isPattern: boolean;
}

/** The facts that features use. */
export interface Facts {
  readonly reading: ScriptReading;
  readonly shape: Shape;
  readonly texts: readonly FoundText[];
  /** Number of a node with the string, for each string. */
  readonly textNodes: ReadonlyMap<string, number>;
  /** All strings in lower case, to check quickly that none of them contains a word. */
  readonly lowerTexts: string;
  /** Calls by the path of the callee, such as `document.write`. */
  readonly calls: ReadonlyMap<string, readonly number[]>;
  /** Calls by the last part of that path. */
  readonly methods: ReadonlyMap<string, readonly number[]>;
  /** Nodes that read or write a path. */
  readonly paths: ReadonlyMap<string, readonly number[]>;
  /** Nodes that name a property: members and properties of objects. */
  readonly properties: ReadonlyMap<string, readonly number[]>;
  readonly flows: readonly Flow[];
  readonly guards: FieldGuards;
  /** What the script does when it is traced, also in code that it runs as text; empty for hidden code. */
  readonly effects: readonly Effect[];
  /** The page that the scripts are a part of. */
  readonly page: Page | undefined;
  /** The script computes this code: it is not a part of the text that contains it. */
  readonly isUnpacked: boolean;
  /** Facts of the script that contains this one as text. */
  readonly outer: Facts | undefined;
}

/** What is known of a script besides its text. */
export interface Circumstances {
  readonly outer?: Facts | undefined;
  readonly effects?: readonly Effect[];
  readonly page?: Page | undefined;
  readonly isUnpacked?: boolean;
}

export function collectFacts(
  reading: ScriptReading,
  { outer, effects = [], page, isUnpacked = false }: Circumstances = {},
): Facts {
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
        add(properties, propertyName(node.key), number);
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
  return { reading, shape, ...found, flows, guards, effects, page, isUnpacked, outer };
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

/** A string that the source contains unchanged. */
const written = (text: string, node: number): FoundText => ({
  text,
  node,
  isDecoded: false,
  isListed: false,
  pieces: 1,
  isPattern: false,
});

/** Only whole sums are evaluated: evaluating each part of them would take quadratic time. */
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
