import type { Dataset, LogField } from '../catalogs/datasets/dataset.ts';

const schemes = new WeakMap<Dataset, ReadonlyMap<string, LogField>>();

/** The fields of a dataset by name, for filters and output options. */
export function schemeOf(dataset: Dataset): ReadonlyMap<string, LogField> {
  const known = schemes.get(dataset);
  if (known) return known;
  const scheme = new Map(dataset.fields.map((field) => [field.name, field]));
  schemes.set(dataset, scheme);
  return scheme;
}
