import type { UrlNormalization } from '../../contracts/snapshot/url-normalization.ts';
import { normalPath } from '../../kernel/normal-path.ts';
import { isAmbiguous, otherReadings } from './path-readings.ts';

/** Targets that need normalisation or have several readings: escapes, parameters, backslashes, repeated slashes, dots after a slash. */
const ODD = /[%;\\]|\/[/.]/;

/** A target with a path that has several spellings or readings. */
export interface ReadTarget {
  /** The target that the origin gets. */
  readonly forwarded: string;
  /** The target that rules see. */
  readonly seen: string;
  /** Other readings of the path, which rules evaluate as well. Empty for most targets. */
  readonly others: readonly string[];
}

/** Whether a target needs no normalisation and has one reading, like most targets. */
export const isPlainTarget = (target: string): boolean => !ODD.test(target);

/** Normalises the path; the query stays unchanged. Undefined if the path is ambiguous and the zone refuses such paths. */
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
  // An origin that gets another spelling than the normalised one may use it as is, or normalise it in its own way.
  if (scope !== 'both') for (const each of [path, ...otherReadings(path)]) readings.add(each);
  readings.delete(seen);
  return {
    forwarded: scope === 'both' ? normal + query : target,
    seen: seen + query,
    others: [...readings].map((each) => each + query),
  };
}
