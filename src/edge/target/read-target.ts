import type { UrlNormalization } from '../../contracts/snapshot/url-normalization.ts';
import { normalPath } from '../../kernel/normal-path.ts';
import { isAmbiguous, otherReadings } from './path-readings.ts';

/** What makes a target worth a closer look: escapes, parameters, backslashes, repeated slashes, dots after a slash. */
const ODD = /[%;\\]|\/[/.]/;

/** A target with a path that has several spellings or readings. */
export interface ReadTarget {
  /** What the origin gets. */
  readonly forwarded: string;
  /** What rules see. */
  readonly seen: string;
  /** What rules judge as well: other ways in which servers read the path. Empty for most targets. */
  readonly others: readonly string[];
}

/** The usual target, for which nothing is to be done. */
export const isPlainTarget = (target: string): boolean => !ODD.test(target);

/** Brings the path to one spelling; the query stays as it is. Undefined if the zone refuses such paths. */
export function readTarget(
  target: string,
  { type, scope, ambiguousPaths }: UrlNormalization,
): ReadTarget | undefined {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark);
  const normal = normalPath(path, type);
  if (ambiguousPaths === 'refuse' && isAmbiguous(normal)) return undefined;
  const seen = scope === 'none' ? path : normal;
  const readings = new Set([normal, ...otherReadings(normal)]);
  // An origin that gets another spelling may take it as it is, or normalise it in its own way.
  if (scope !== 'both') for (const each of [path, ...otherReadings(path)]) readings.add(each);
  readings.delete(seen);
  return {
    forwarded: scope === 'both' ? normal + query : target,
    seen: seen + query,
    others: [...readings].map((each) => each + query),
  };
}
