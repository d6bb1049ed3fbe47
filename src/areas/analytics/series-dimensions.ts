import { type Dimension, dimensionNames } from './traffic-sums.ts';

/** What a time series counts requests by. */
export interface SeriesDimension {
  readonly name: string;
  readonly of: Dimension;
  /** The name under which a stored value is counted. */
  nameOf(value: string): string;
}

const STATUS = /^([1-5])\d\d$/;
const classOf = (status: string) => status.replace(STATUS, '$1xx');

export const byStatusClass: SeriesDimension = {
  name: 'status_class',
  of: 'status',
  nameOf: classOf,
};

export const seriesDimensions: readonly SeriesDimension[] = [
  byStatusClass,
  { name: 'origin_status_class', of: 'origin_status', nameOf: classOf },
  ...dimensionNames.map((name) => ({ name, of: name, nameOf: (value: string) => value })),
];
