import type { AttackPlace } from '../../../catalogs/attacks/places.ts';
import type { StoredDocument } from '../../../resources/document-store.ts';

/** Takes one value of requests out of the view of one managed rule, on the paths that it names. */
export interface RuleException extends StoredDocument<RuleExceptionDocument> {
  readonly zoneId: string;
}

export interface RuleExceptionDocument {
  /** A rule of a managed ruleset that detects attacks. */
  readonly rule_id: string;
  /** A path, or the beginning of paths, which ends in `*`. */
  readonly path: string;
  readonly place: AttackPlace;
  /** The name of the argument, field, header or cookie; empty for values without a name, such as the path. */
  readonly field: string;
  readonly reason: string;
  /** RFC 3339; absent if it has no end. */
  readonly expires_at?: string;
}
