import type { AlertKind } from '../../contracts/alert.ts';
import type { Plan } from '../plans.ts';

/** A type of alert for notifications, with its name in the public API. */
export interface AlertType {
  readonly type: string;
  /** Its group in the list of available alerts. */
  readonly product: string;
  readonly displayName: string;
  readonly description: string;
  /** The kinds of alerts that areas raise for this type. */
  readonly kinds: readonly AlertKind[];
  readonly filters: readonly AlertFilter[];
  /**
   * When a policy without a zone filter sends an alert: at once, or in a digest after an hour or a day. A policy
   * with a zone filter always sends it at once.
   */
  readonly cadence: 'at once' | 'hourly' | 'daily';
  /** The lowest plan that a zone of the account must have. */
  readonly plan?: Plan['tier'];
}

/** A filter of policies: a list of texts of which one must match. A filter that is left out, or empty, matches everything. */
export interface AlertFilter {
  readonly key: string;
  readonly isRequired?: boolean;
  /** The texts that it may contain, in any case of letters. Left out: any text that `of` allows. */
  readonly values?: readonly FilterValue[];
  /** The kind of resource that the texts identify, which must exist in the account. `number`: a decimal number. */
  readonly of?: 'zone' | 'pool' | 'health check' | 'token' | 'number' | 'host';
  /** Exclusive bounds of a number. */
  readonly between?: readonly [number, number];
  /** How many texts it may have; left out: `MAX_FILTER_TEXTS`. */
  readonly max?: number;
}

export interface FilterValue {
  readonly id: string;
  readonly description: string;
  /** Further spellings. */
  readonly aliases?: readonly string[];
  /** The value is part of the public API, but no alert of Palisade has it. */
  readonly isIdle?: boolean;
}

export const MAX_FILTER_TEXTS = 1000;

/** The filter that most types have: alerts of these zones only. */
export const zonesFilter: AlertFilter = { key: 'zones', of: 'zone' };
