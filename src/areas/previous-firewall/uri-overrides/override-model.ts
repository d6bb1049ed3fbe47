import {
  noOverride,
  type OverrideActions,
} from '../../../catalogs/previous-firewall/rule-states.ts';
import type { StoredDocument } from '../../../resources/document-store.ts';

/** Other modes of groups and rules for the URLs that it names. */
export interface UriOverride extends StoredDocument<UriOverrideDocument> {
  readonly zoneId: string;
}

/** The members that clients send. */
export interface UriOverrideDocument extends Partial<CompleteOverride> {
  readonly urls: readonly string[];
}

export interface CompleteOverride extends OverrideActions {
  readonly description: string | null;
  readonly urls: readonly string[];
  /** The lowest number is the strongest. Only the strongest override of a request applies. */
  readonly priority: number;
  readonly paused: boolean;
}

const defaults = { description: null, priority: 0, paused: false, ...noOverride };

export const completeOverride = (document: UriOverrideDocument): CompleteOverride => ({
  ...defaults,
  ...document,
});

/** The strongest first; of equal ones the oldest. */
export function byStrength(overrides: readonly UriOverride[]): UriOverride[] {
  return overrides.toSorted(
    (one, other) =>
      completeOverride(one.document).priority - completeOverride(other.document).priority ||
      one.createdAt - other.createdAt ||
      one.id.localeCompare(other.id),
  );
}
