import type { PageSearch } from '../address/page-search.ts';

/** Something that needs attention, and where to act on it. */
export interface Concern {
  readonly id: string;
  readonly tone: 'bad' | 'warning';
  /** What is wrong, as a sentence without a full stop: "The pool shop is unhealthy". */
  readonly title: string;
  readonly detail?: string;
  readonly link?: { readonly to: string; readonly search?: PageSearch; readonly label: string };
}

/** What is looked at: an account, with some of its zones. */
export interface AttentionScope {
  readonly accountId: string;
  readonly zones: readonly { readonly id: string; readonly name: string }[];
  /** One zone, for which the account is only asked about what the zone uses. */
  readonly isOfZone: boolean;
}

/** One place where concerns come from. Each is asked and fails by itself. */
export interface ConcernSource {
  /** What could not be read if it fails: "the state of the edge". */
  readonly what: string;
  readonly read: (scope: AttentionScope, signal: AbortSignal) => Promise<readonly Concern[]>;
}

/** The concerns of each zone, read side by side. */
export function forZones(
  read: (
    zone: { readonly id: string; readonly name: string },
    signal: AbortSignal,
  ) => Promise<readonly Concern[]>,
): ConcernSource['read'] {
  return async ({ zones }, signal) =>
    (await Promise.all(zones.map((zone) => read(zone, signal)))).flat();
}
