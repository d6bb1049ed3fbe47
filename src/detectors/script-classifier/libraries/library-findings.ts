import type { Evidence } from '../evidence.ts';
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
  const sinks = flows.filter(({ sink }) => acting.has(sink)).map(({ node }) => node);
  // What the library itself takes or runs is known.
  const proofs = findings
    .filter(({ feature: { shows } }) => shows.includes('taken') || shows.includes('run'))
    .flatMap(({ nodes }) => nodes)
    .filter((node) => match.foreignAt(node) === 'inside');
  const inside = [...proofs, ...sinks.filter((node) => match.foreignAt(node) === 'inside')];
  if (inside.length > 0) {
    const what = `Is ${name} with code in it that sends data, loads or runs code`;
    const shows: readonly Evidence[] = proofs.length > 0 ? ['hidden'] : [];
    const feature = { id: 'code-inside-library', what, points: 25, shows };
    return [{ family: 'malware', feature, nodes: inside }];
  }
  const beside = sinks.filter((node) => match.foreignAt(node) === 'beside');
  if (beside.length === 0) {
    return [label('changed-release', `Is ${name} with code that was added or changed`)];
  }
  const what = `Is ${name} with code beside it that sends data, loads or runs code`;
  const feature = { id: 'code-beside-library', what, points: 10, shows: [] };
  return [{ family: 'malware', feature, nodes: beside }];
}
