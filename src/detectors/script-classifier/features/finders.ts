import type { Facts, FoundText } from '../facts/facts.ts';
import type { Flow } from '../flow/flow.ts';
import type { Target } from '../flow/flow-target.ts';
import { networkSinks } from '../flow/sinks.ts';
import type { Effect } from '../trace/trace-context.ts';
import type { Finder } from './feature.ts';

export const allOf =
  (...finders: readonly Finder[]): Finder =>
  (facts) => {
    const found = finders.map((find) => find(facts));
    return found.every((nodes) => nodes.length > 0) ? (found[0] ?? []) : [];
  };

/**
 * Nodes of the first finder that have a node of each other finder close by. Bundles contain everything somewhere; what belongs
 * together is in one place.
 */
export const near =
  (maxNodes: number, first: Finder, ...others: readonly Finder[]): Finder =>
  (facts) => {
    const found = others.map((find) => find(facts).toSorted((a, b) => a - b));
    if (found.some((nodes) => nodes.length === 0)) return [];
    return first(facts).filter((node) =>
      found.every((nodes) => firstFrom(nodes, node - maxNodes) <= node + maxNodes),
    );
  };

/** The first of sorted numbers that is not below a limit. */
function firstFrom(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return sorted[low] ?? Number.POSITIVE_INFINITY;
}

export const anyOf =
  (...finders: readonly Finder[]): Finder =>
  (facts) =>
    finders.flatMap((find) => find(facts));

/** Searches the script, then the scripts that contain it as text. The node is always one of the script itself. */
export const alsoOutside =
  (find: Finder): Finder =>
  (facts) => {
    for (let at: Facts | undefined = facts; at; at = at.outer) {
      const found = find(at);
      if (found.length > 0) return at === facts ? found : [0];
    }
    return [];
  };

export const calls =
  (...paths: readonly string[]): Finder =>
  (facts) =>
    paths.flatMap((path) => facts.calls.get(path) ?? []);

export const methods =
  (...names: readonly string[]): Finder =>
  (facts) =>
    names.flatMap((name) => facts.methods.get(name) ?? []);

export const paths =
  (...names: readonly string[]): Finder =>
  (facts) =>
    names.flatMap((name) => facts.paths.get(name) ?? []);

export const properties =
  (...names: readonly string[]): Finder =>
  (facts) =>
    names.flatMap((name) => facts.properties.get(name) ?? []);

/** Finds at least `min` of the names, as properties or whole strings. */
export const severalNames =
  (min: number, names: readonly string[]): Finder =>
  (facts) => {
    const found = names.flatMap(
      (name) => facts.properties.get(name)?.[0] ?? facts.textNodes.get(name) ?? [],
    );
    return found.length >= min ? found : [];
  };

export const text =
  (fits: (text: FoundText) => boolean): Finder =>
  (facts) =>
    facts.texts.filter(fits).map(({ node }) => node);

/** Strings that contain one of the words, ignoring case, but for items of encoded arrays: blockers list what they block. */
export const words = (...list: readonly string[]): Finder => {
  const find = text((found) => {
    if (found.isListed) return false;
    const lower = found.text.toLowerCase();
    return list.some((word) => lower.includes(word));
  });
  return (facts) => (list.some((word) => facts.lowerTexts.includes(word)) ? find(facts) : []);
};

/** What the script does when it is traced. */
export const effects =
  (fits: (effect: Effect) => boolean): Finder =>
  ({ effects: found, reading: { tree } }) =>
    found.filter(fits).map(({ at }) => (at ? Math.max(tree.numberOf(at), 0) : 0));

/** The same, at least a number of times. */
export const atLeast =
  (min: number, find: Finder): Finder =>
  (facts) => {
    const found = find(facts);
    return found.length >= min ? found : [];
  };

export const flow =
  (fits: (flow: Flow, facts: Facts) => boolean): Finder =>
  (facts) =>
    facts.flows.filter((it) => fits(it, facts)).map(({ node }) => node);

/** Flows that leave the page with at least one bit of each mask. */
export const sends = (...wanted: readonly number[]): Finder => sendsTo(anyHost, ...wanted);

const anyHost: readonly Target[] = ['own', 'unknown', 'hidden', 'foreign'];
/** All hosts but that of the page. */
export const otherHosts: readonly Target[] = ['unknown', 'hidden', 'foreign'];

/** The same, to these hosts only. */
export const sendsTo = (targets: readonly Target[], ...wanted: readonly number[]): Finder =>
  flow((it) => isSent(it, targets, wanted));

/** The same, if the script ignores the response. */
export const sendsIgnoringResponse = (...wanted: readonly number[]): Finder =>
  sendsToIgnoringResponse(anyHost, ...wanted);

export const sendsToIgnoringResponse = (
  targets: readonly Target[],
  ...wanted: readonly number[]
): Finder => flow((it, facts) => isSent(it, targets, wanted) && ignoresResponse(it, facts));

const isSent = (
  { sink, bits, target }: Flow,
  targets: readonly Target[],
  wanted: readonly number[],
) =>
  sink in networkSinks && targets.includes(target) && wanted.every((mask) => (bits & mask) !== 0);

/** Finds nothing if the script skips or masks such fields. */
export const unmasked =
  (field: 'cards' | 'passwords' | 'any', find: Finder): Finder =>
  (facts) => {
    const { masksCards, masksPasswords } = facts.guards;
    const isMasked = {
      cards: masksCards,
      passwords: masksPasswords,
      any: masksCards || masksPasswords,
    };
    return isMasked[field] ? [] : find(facts);
  };

/** Finds nothing unless the script skips or masks passwords but not card fields. */
export const onlyPasswordsMasked =
  (find: Finder): Finder =>
  (facts) =>
    facts.guards.masksPasswords && !facts.guards.masksCards ? find(facts) : [];

/** Properties that scripts use to read a response. */
const ajaxCallbacks = ['success', 'done', 'then', 'complete', 'onSuccess'] as const;
const responseHandlers = [
  ...(['responseText', 'response', 'onload', 'onreadystatechange', 'status'] as const),
];
/** Objects that are not requests but have members of the same names. */
const noRequest = /^(?:$|document$|location|<(?!xhr>))/;

function ignoresResponse({ sink, isResponseIgnored }: Flow, facts: Facts): boolean {
  if (isResponseIgnored) return true;
  if (sink === 'ajax') return !ajaxCallbacks.some((name) => facts.properties.has(name));
  return sink === 'request' && !readsResponse(facts);
}

/** Whether some request of the script has a listener, or its response is read. */
function readsResponse({ reading: { tree, values }, properties, methods }: Facts): boolean {
  const isOfRequest = (number: number): boolean => {
    const node = tree.node(number);
    if (node?.type !== 'MemberExpression') return false;
    const path = values.path(node);
    return path.includes('.') && !noRequest.test(path.slice(0, path.lastIndexOf('.')));
  };
  if (responseHandlers.some((name) => properties.get(name)?.some(isOfRequest))) return true;
  return (methods.get('addEventListener') ?? []).some((number) => {
    const call = tree.node(number);
    if (call?.type !== 'CallExpression' || !isOfRequest(tree.numberOf(call.callee))) return false;
    return /^(?:load|loadend|readystatechange)$/.test(values.text(call.arguments[0]) ?? '');
  });
}
