import type { Dataset, LogField } from '../catalogs/datasets/dataset.ts';
import { datasets } from '../catalogs/datasets/datasets.ts';

const schemes = new Map(
  datasets.map(({ name, fields }) => [name, new Map(fields.map((field) => [field.name, field]))]),
);

/** The fields of a dataset by name, for filters and output options. */
export function schemeOf({ name }: Dataset): ReadonlyMap<string, LogField> {
  const scheme = schemes.get(name);
  if (!scheme) throw new TypeError(`${name} is not a dataset`);
  return scheme;
}
