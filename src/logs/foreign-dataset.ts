import { type Dataset, text } from '../catalogs/datasets/dataset.ts';
import { parseTemplate } from './output/record-template.ts';
import type { GivenOutput } from './output/resolve-output.ts';

/** Stands for a dataset that this server does not have, for jobs that are stored and never run: it has the fields that the options name. */
export function foreignDataset(name: string, given: GivenOutput): Dataset {
  const inTemplate = parseTemplate(given.record_template ?? '').flatMap((part) =>
    'field' in part ? [part.field] : [],
  );
  const names = new Set([...(given.field_names ?? []), ...inTemplate]);
  return {
    name,
    description: '',
    scope: 'zone',
    topic: '',
    shippedBy: 'edge',
    timeField: '',
    fields: [...names].map((field) => text(field, '')),
  };
}
