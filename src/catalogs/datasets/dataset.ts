/** A source of lines for log push jobs: one kind of lines, with its fields by public name. */
export interface Dataset {
  readonly name: string;
  readonly description: string;
  /** Whether jobs for it belong to a zone or to an account. */
  readonly scope: 'zone' | 'account';
  /** The topic of the bus that has its lines. */
  readonly topic: string;
  /** `edge`: each node ships the lines of its own edge. `cluster`: one node ships the lines of all. */
  readonly shippedBy: 'edge' | 'cluster';
  /** The field with the time of the line. */
  readonly timeField: string;
  readonly fields: readonly LogField[];
}

/** Times are stored as milliseconds since the epoch; each job chooses their output format. */
export type LogFieldType =
  | 'string'
  | 'int'
  | 'float'
  | 'bool'
  | 'time'
  | 'array of string'
  | 'array of int'
  | 'object';

export interface LogField {
  readonly name: string;
  readonly type: LogFieldType;
  readonly description: string;
  /** Jobs without a list of fields ship it. */
  readonly isDefault?: boolean;
  /** Filters may not use it, although its type would allow it. */
  readonly isUnfilterable?: boolean;
  /** No line has a value, because Palisade has no data for it. Filters treat it as absent; it is written as the zero value of its type. */
  readonly isUnfilled?: boolean;
  /** Every line has this value. */
  readonly constant?: string | number | boolean;
}

type FieldOf<Type> = (name: string, description: string) => LogField & { readonly type: Type };

const fieldOf =
  <const Type extends LogFieldType>(type: Type): FieldOf<Type> =>
  (name, description) => ({ name, type, description });

export const text = fieldOf('string');
export const int = fieldOf('int');
export const float = fieldOf('float');
export const bool = fieldOf('bool');
export const time = fieldOf('time');
export const texts = fieldOf('array of string');
export const ints = fieldOf('array of int');
export const object = fieldOf('object');

export const byDefault = (field: LogField): LogField => ({ ...field, isDefault: true });

export const unfilterable = (field: LogField): LogField => ({ ...field, isUnfilterable: true });

export const always = (constant: string | number | boolean, field: LogField): LogField => ({
  ...field,
  constant,
  description: `${field.description}; always ${JSON.stringify(constant)}`,
});

export const unfilled = (field: LogField): LogField => ({
  ...field,
  isUnfilled: true,
  description: `${field.description}; Palisade has no data for it`,
});
