import type { ReadLayer } from '../script-layers.ts';
import { quoted, type SourceView } from './source-view.ts';

/** Counts over the whole tree that are not 0. */
export function dumpShape({ facts: { shape } }: ReadLayer): string[] {
  const counts = Object.entries(shape).filter(([name, count]) => count > 0 && !isPosition(name));
  return counts.length === 0 ? [] : [counts.map(([name, count]) => `${name} ${count}`).join(', ')];
}

const isPosition = (name: string): boolean => name.startsWith('first');

/** Items of encoded arrays. */
export const dumpListedTexts = ({ facts: { texts } }: ReadLayer, view: SourceView): string[] =>
  texts
    .filter(({ isListed }) => isListed)
    .map(({ text, node }) => `${view.position(node)} ${quoted(text)}`);

/** Fields that the script skips, masks or selects. */
export function dumpGuards({ facts: { guards, reading } }: ReadLayer, view: SourceView): string[] {
  const { tree } = reading;
  const picked = tree.nodes
    .keys()
    .filter((number) => guards.isPicked(number) && !guards.isPicked(tree.parents[number] ?? -1))
    .map((number) => `${view.position(number)} runs for card fields only: ${view.code(number)}`);
  return [
    ...(guards.masksCards ? ['skips or masks card fields'] : []),
    ...(guards.masksPasswords ? ['skips or masks passwords'] : []),
    ...picked,
  ];
}
