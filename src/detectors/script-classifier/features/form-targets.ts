import type { AnyNode, CallExpression } from 'acorn';
import type { Facts } from '../facts/facts.ts';
import { targetOf } from '../flow/flow-target.ts';
import {
  functionOf,
  memberName,
  onlyValue,
  propertyName,
  returnedBy,
} from '../tree/known-calls.ts';
import { KnownPrefix } from '../values/known-prefix.ts';
import { isElement, UNKNOWN } from '../values/paths.ts';
import type { Finder } from './feature.ts';
import { anyOf, near, paths } from './finders.ts';

/** A statement that changes where a form of the page is sent to. */
interface Change {
  readonly node: number;
  readonly object: AnyNode | undefined;
  readonly name: string;
  readonly address: AnyNode;
}

const targetNames: ReadonlySet<string> = new Set(['action', 'formaction']);
const setters: ReadonlySet<string> = new Set(['setAttribute', 'attr', 'prop']);
const assigners: ReadonlySet<string> = new Set(['Object.assign', 'Reflect.set']);
/** Nodes between a form and the search for it. */
const NEAR_FORM = 400;

/** Strings but patterns and the names of elements that the script creates. */
const selectors =
  (fits: (text: string) => boolean): Finder =>
  ({ texts, reading: { tree } }) =>
    texts.flatMap(({ text: it, isPattern, node }) => {
      if (isPattern || !fits(it)) return [];
      const user = tree.parent(node);
      const callee = user?.type === 'CallExpression' ? user.callee : undefined;
      const isTag =
        callee?.type === 'MemberExpression' && memberName(callee.property) === 'createElement';
      return isTag ? [] : [node];
    });

/** Something that leads to forms of the page. */
const pageForms: Finder = anyOf(
  paths(
    'document.forms',
    '<forms>',
    'HTMLFormElement.prototype',
    'HTMLFormElement.prototype.submit',
  ),
  selectors((it) => formSelector.test(it)),
);
const formSelector =
  /^(?:submit|on ?submit|[^<>]{0,80}(?:\bform\b|\[type=["']?submit\b)[^<>]{0,80})$/i;

/** Listeners for the submission of any form: those of the whole page, or of something unknown. */
const submissions: Finder = (facts) =>
  selectors((it) => /^(?:on)?submit$/i.test(it))(facts).filter((number) => {
    const { tree, values } = facts.reading;
    const call = tree.parent(number);
    if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return true;
    return values.path(call.callee.object) !== '<node>';
  });

/** Something that leads to every form of the page, or to every button of one. */
export const allForms: Finder = anyOf(
  submissions,
  paths(
    'document.forms',
    '<forms>',
    'HTMLFormElement.prototype',
    'HTMLFormElement.prototype.submit',
  ),
  selectors((it) => everyForm.test(it)),
);
const everyForm =
  /^\s*(?:form|(?:form\s+)?(?:button|input)?(?:\[type=["']?submit["']?\])|form\s+button)\s*$/i;

/** Changes of the target of forms of the page, and not of one that the script creates, to another host or a hidden one. */
export const formTargets: Finder = (facts) => {
  const prefix = new KnownPrefix(facts.reading);
  const led = changesIn(facts).filter(({ address }) => {
    const { text: known, isHidden } = prefix.of(address);
    const target = targetOf(known);
    return target === 'foreign' || (target === 'unknown' && isHidden);
  });
  const sure = led.filter(({ object }) => {
    const path = pathOf(facts, object);
    return isElement(path) || path === '<forms>' || path === '<clone>' || path === '<base>';
  });
  const unsure = led.filter((it) => mayBeForm(facts, it));
  const found = unsure.map(({ node }) => node);
  return [
    ...sure.map(({ node }) => node),
    ...(found.length > 0 ? near(NEAR_FORM, () => found, pageForms)(facts) : []),
  ];
};

const pathOf = ({ reading: { values } }: Facts, object: AnyNode | undefined): string =>
  object ? values.path(object) : UNKNOWN;

/** Whether an object of which little is known may be a form or a button of one. */
function mayBeForm(facts: Facts, { object, name }: Change): boolean {
  if (object?.type === 'ObjectExpression') return false;
  if (object && isMade(facts, object)) return false;
  const path = pathOf(facts, object);
  return (
    path === UNKNOWN ||
    path === `${UNKNOWN}.form` ||
    (name === 'formaction' && path.startsWith(UNKNOWN))
  );
}

/** Whether a function of the script creates the form. */
function isMade({ reading: { tree, bindings, values } }: Facts, object: AnyNode): boolean {
  const made = onlyValue(tree, bindings, tree.numberOf(object));
  if (made?.type !== 'CallExpression') return false;
  const called = functionOf(tree, bindings, tree.numberOf(made.callee));
  return values.path(returnedBy(tree.node(called ?? -1))) === '<form>';
}

function changesIn({ reading: { tree, values }, methods, calls }: Facts): Change[] {
  const found: Change[] = [];
  const add = (
    node: number,
    object: AnyNode | undefined,
    given: string | undefined,
    address: AnyNode | undefined,
  ): void => {
    const name = given?.toLowerCase() ?? '';
    // A form without a full address of its own is sent to the base of the page.
    const isBase = name === 'href' && object !== undefined && values.path(object) === '<base>';
    if (address && (targetNames.has(name) || isBase)) found.push({ node, object, name, address });
  };
  const addMembers = (node: number, object: AnyNode | undefined, given: AnyNode | undefined) => {
    if (given?.type !== 'ObjectExpression') return;
    for (const it of given.properties) {
      if (it.type === 'Property') add(node, object, propertyName(it.key), it.value);
    }
  };
  for (const number of tree.ofType('AssignmentExpression')) {
    const node = tree.node(number);
    if (node?.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') continue;
    add(number, node.left.object, values.property(node.left), node.right);
  }
  for (const [call, number] of callsOf(
    tree,
    [...setters].flatMap((it) => methods.get(it) ?? []),
  )) {
    const object = call.callee.type === 'MemberExpression' ? call.callee.object : undefined;
    const [first, second] = call.arguments;
    if (second) add(number, object, values.text(first), second);
    else addMembers(number, object, first);
  }
  for (const [call, number] of callsOf(
    tree,
    [...assigners].flatMap((it) => calls.get(it) ?? []),
  )) {
    const [first, second, third] = call.arguments;
    if (third) add(number, first, values.text(second), third);
    addMembers(number, first, second);
  }
  return found;
}

const callsOf = (
  tree: Facts['reading']['tree'],
  numbers: readonly number[],
): [CallExpression, number][] =>
  numbers.flatMap((number): [CallExpression, number][] => {
    const call = tree.node(number);
    return call?.type === 'CallExpression' ? [[call, number]] : [];
  });
