import type { Dataset } from '../../catalogs/datasets/dataset.ts';
import { datasets, findDataset } from '../../catalogs/datasets/datasets.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';

export function datasetNamed(name: string): Dataset {
  const dataset = findDataset(name);
  if (dataset) return dataset;
  const known = datasets.map((each) => each.name).join(', ');
  throw new PalisadeError('no_such_dataset', `there is no dataset ${name}; there are ${known}`);
}
