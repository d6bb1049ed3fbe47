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
  readonly values?: readonly { readonly id: string; readonly description: string }[];
  /** What the texts identify: they must exist in the account. `number`: a decimal number. */
  readonly of?: 'zone' | 'pool' | 'token' | 'number' | 'host';
  /** How many texts it may have. */
  readonly max?: number;
}
