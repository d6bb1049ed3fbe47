import type { AlertKind } from '../../contracts/alert.ts';
import type { Plan } from '../plans.ts';

/** A type of alert that people can be notified of, under the name that the public API gives it. */
export interface AlertType {
  readonly type: string;
  /** Its group in the list of available alerts. */
  readonly product: string;
  readonly displayName: string;
  readonly description: string;
  /** The alerts of areas that it is made of. */
  readonly kinds: readonly AlertKind[];
  readonly filters: readonly AlertFilter[];
  /**
   * When a policy without a zone filter tells of an alert: at once, or together with others after an hour or a day. A policy
   * with a zone filter always tells at once.
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
  /** What the texts identify: they must exist in the account. `number`: a decimal number. */
  readonly of?: 'zone' | 'pool' | 'token' | 'number' | 'host';
  /** Bounds of a number, which it must not reach. */
  readonly between?: readonly [number, number];
  /** How many texts it may have; left out: `MAX_FILTER_TEXTS`. */
  readonly max?: number;
}

export interface FilterValue {
  readonly id: string;
  readonly description: string;
  /** Further spellings. */
  readonly aliases?: readonly string[];
  /** Clients know the value, but no alert ever has it here. */
  readonly isIdle?: boolean;
}

export const MAX_FILTER_TEXTS = 1000;

/** The filter of most types: alerts of these zones only. */
export const zonesFilter: AlertFilter = { key: 'zones', of: 'zone' };
