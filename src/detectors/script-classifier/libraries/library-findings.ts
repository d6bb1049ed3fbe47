import type { Facts } from '../facts/facts.ts';
import type { SinkKind } from '../flow/sinks.ts';
import type { Finding } from '../script-layers.ts';
import type { LibraryMatch } from './known-libraries.ts';

/** Sinks that send data, load or run code. */
const acting: ReadonlySet<SinkKind> = new Set([
  'ajax',
  'beacon',
  'code',
  'fetch',
  'form',
  'frame',
  'image',
  'peer',
  'request',
  'script',
  'socket',
  'wasm',
]);

/** What a known library in a script says about it. */
export function libraryFindings(
  match: LibraryMatch,
  { flows }: Facts,
  findings: readonly Finding[],
): Finding[] {
  const name = `${match.release.name} ${match.release.version}`;
  const label = (id: string, what: string): Finding => ({
    family: 'library',
    feature: { id, what, points: 0, shows: [] },
    nodes: [0],
  });
  if (match.kind === 'unchanged') return [label('known-release', `Is ${name}, unchanged`)];
  if (match.kind === 'similar') {
    return [label('similar-release', `Resembles ${name}: another version or build, or a bundle`)];
  }
  const acts = [
    ...flows.filter(({ sink }) => acting.has(sink)).map(({ node }) => node),
    ...findings
      .filter(({ feature: { shows } }) => shows.includes('taken') || shows.includes('run'))
      .flatMap(({ nodes }) => nodes),
  ].filter(match.isForeign);
  if (acts.length === 0) {
    return [label('changed-release', `Is ${name} with code that was added or changed`)];
  }
  const what = `Is ${name} with added or changed code that sends data, loads or runs code`;
  const feature = { id: 'code-added-to-library', what, points: 25, shows: ['hidden'] } as const;
  return [{ family: 'malware', feature, nodes: acts }];
}
