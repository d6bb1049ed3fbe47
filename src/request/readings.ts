/**
 * The readings of a request: the ways in which servers interpret its target, its body and the names in it. Rules judge
 * each of them.
 */
import { hasOddArguments, hasOddCookies } from './form/lenient-names.ts';
import { header } from './header-value.ts';
import type { RequestRecord } from './request-record.ts';

/** What distinguishes one reading of a request from the others. */
export interface Reading {
  readonly target: string;
  /** Which reading of the body it has. */
  readonly bodyIndex: number;
  /** Whether names of arguments, cookies and fields of forms are those that the most lenient servers read. */
  readonly readsLeniently: boolean;
}

const cookieOf = header('cookie', '; ');

/** Whether lenient servers read other names of arguments or cookies. */
export function hasOddHead(request: Pick<RequestRecord, 'target' | 'headers'>): boolean {
  const { target } = request;
  const mark = target.indexOf('?');
  return (
    (mark !== -1 && hasOddArguments(target.slice(mark + 1))) || hasOddCookies(cookieOf(request))
  );
}

/**
 * Every reading of the target with every reading of the body, as sent and, if names are odd, also lenient. The first one
 * has the first target, the body as sent, and names as sent.
 */
export function listReadings(
  targets: readonly string[],
  bodies: number,
  hasOddNames: boolean,
): Reading[] {
  const variants = hasOddNames ? 2 * bodies : bodies;
  return targets.flatMap((target) =>
    Array.from({ length: variants }, (_, variant) => ({
      target,
      bodyIndex: variant % bodies,
      readsLeniently: variant >= bodies,
    })),
  );
}
