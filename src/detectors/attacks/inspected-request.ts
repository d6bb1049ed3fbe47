import type { AttackPlace } from '../../catalogs/attacks/places.ts';

/** How a server decodes a value: `form` is percent-encoding with `+` for spaces. */
export type ValueEncoding = 'none' | 'percent' | 'form';

/** A value of a request, as plain data. All text is byte strings (one character per byte). */
export interface InspectedValue {
  readonly place: AttackPlace;
  /** Of the argument, field, header or cookie, decoded; a JSON path such as `items.name`; empty for paths and bodies. */
  readonly name: string;
  readonly text: string;
  readonly encoding: ValueEncoding;
  /** Whether the text is the name of a value. */
  readonly isName?: boolean;
  /** How many values it was unpacked from. */
  readonly depth?: number;
  /** Of an uploaded file, whose content is the text. */
  readonly fileName?: string;
  /** The media type that the file declares. */
  readonly fileType?: string;
}

/** The parts of a request body or head that could not be inspected. */
export type GapReason =
  /** A text body (form, JSON, XML, text field) is longer than the inspected prefix. */
  | 'text-cut'
  /** File contents or a binary body are longer than the inspected prefix. */
  | 'file-cut'
  /** More fields than are read. */
  | 'many-fields'
  /** Values nested deeper than they are unpacked. */
  | 'depth'
  /** The work for this request reached its limit. */
  | 'steps'
  /** The body cannot be decoded. */
  | 'encoding';

export interface InspectionGap {
  readonly reason: GapReason;
  readonly place: AttackPlace;
  readonly name: string;
}

export interface InspectedRequest {
  readonly method: string;
  readonly version: string;
  /** Every value once, whatever the number of readings that it occurs in. */
  readonly values: readonly InspectedValue[];
  /** What the caller already knows to be missing from the values. */
  readonly gaps: readonly InspectionGap[];
}
