import type { Facts, FoundText } from '../facts/facts.ts';
import type { Flow } from '../flow/flow.ts';
import { networkSinks } from '../flow/sinks.ts';
import type { Finder } from './feature.ts';

export const allOf =
  (...finders: readonly Finder[]): Finder =>
  (facts) => {
    const found = finders.map((find) => find(facts));
    return found.every((nodes) => nodes.length > 0) ? (found[0] ?? []) : [];
  };

export const anyOf =
  (...finders: readonly Finder[]): Finder =>
  (facts) =>
    finders.flatMap((find) => find(facts));

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

/** At least so many of the names, as properties or whole texts. */
export const severalNames =
  (fewest: number, names: readonly string[]): Finder =>
  (facts) => {
    const texts = new Map(facts.texts.map(({ text, node }) => [text, node]));
    const found = names.flatMap((name) => facts.properties.get(name)?.[0] ?? texts.get(name) ?? []);
    return found.length >= fewest ? found : [];
  };

export const text =
  (fits: (text: FoundText) => boolean): Finder =>
  (facts) =>
    facts.texts.filter(fits).map(({ node }) => node);

/** Texts that hold one of the words, whatever their case. */
export const words = (...list: readonly string[]): Finder =>
  text((found) => {
    const lower = found.text.toLowerCase();
    return list.some((word) => lower.includes(word));
  });

export const flow =
  (fits: (flow: Flow, facts: Facts) => boolean): Finder =>
  (facts) =>
    facts.flows.filter((it) => fits(it, facts)).map(({ node }) => node);

/** Flows that leave the page with all of these bits; a list stands for any of them. */
export const sends = (...wanted: readonly number[]): Finder =>
  flow(({ sink, bits }) => sink in networkSinks && wanted.every((mask) => (bits & mask) !== 0));

/** The same, where nobody waits for an answer. */
export const sendsAndForgets = (...wanted: readonly number[]): Finder =>
  flow(
    (it, facts) =>
      it.sink in networkSinks &&
      wanted.every((mask) => (it.bits & mask) !== 0) &&
      isUnanswered(it, facts),
  );

/** Calls and assignments that send are looked through for an address up to this size. */
const MOST_NODES = 60;
const foreignAddress = /^(?:(?:https?|wss?):)?\/\/[\w-]+(?:\.[\w-]+)+/i;

/** The same, and the address of another host stands beside. */
export const sendsElsewhere =
  (...wanted: readonly number[]): Finder =>
  (facts) => {
    const { tree } = facts.reading;
    return sendsAndForgets(...wanted)(facts).filter((number) => {
      const last = Math.min(tree.lasts[number] ?? number, number + MOST_NODES);
      const near = tree.nodes.slice(number, last + 1);
      return near.some(
        (node) =>
          node.type === 'Literal' &&
          typeof node.value === 'string' &&
          foreignAddress.test(node.value),
      );
    });
  };

/** Names that code uses which reads an answer. */
const answerNames: Readonly<Record<string, readonly string[]>> = {
  request: ['responseText', 'response', 'onload', 'onreadystatechange', 'status'],
  ajax: ['success', 'done', 'then', 'complete', 'onSuccess'],
};

function isUnanswered({ sink, isForgotten }: Flow, facts: Facts): boolean {
  if (isForgotten) return true;
  const names = answerNames[sink];
  if (!names) return false;
  const listens = facts.texts.some(({ text }) => text === 'load' || text === 'readystatechange');
  return !listens && !names.some((name) => facts.properties.has(name));
}
