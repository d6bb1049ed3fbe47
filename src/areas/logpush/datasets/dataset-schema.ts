import { Type } from '../../../kernel/schema.ts';
import { Dataset, type ExampleFamily, exampleFilter } from '../jobs/job-schema.ts';

export const datasetParam = (example: string) => Type.Object({ dataset_id: Dataset(example) });

/** Descriptions by the names of fields. */
export const FieldsResponse = Type.Record(Type.String(), Type.String());

export const OriginBody = Type.Object({
  logpull_options: Type.Union([Type.String({ maxLength: 4096 }), Type.Null()], {
    examples: ['fields=RayID,ClientIP&timestamps=rfc3339'],
  }),
  dataset: Type.Optional(Type.String({ maxLength: 256 })),
});

const MOST_LINES = 1_000;
const MOST_MINUTES = 60;

export const filterBody = (family: ExampleFamily) =>
  Type.Object(
    {
      dataset: Type.Optional(Dataset(family.dataset)),
      filter: Type.String(),
      lines: Type.Optional(
        Type.Array(Type.Object({}, { additionalProperties: true }), { maxItems: MOST_LINES }),
      ),
      minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_MINUTES })),
    },
    {
      examples: [
        {
          dataset: family.dataset,
          filter: exampleFilter(family),
          lines: [{ [family.field]: family.value }, { [family.field]: 'other' }],
        },
      ],
    },
  );

export const FilterResponse = Type.Object({
  valid: Type.Boolean(),
  message: Type.String(),
  /** Operators of the filter that count towards the limit. */
  operators: Type.Optional(Type.Integer()),
  /** Whether each of the sample lines passes. */
  passes: Type.Optional(Type.Array(Type.Boolean())),
  /** Tested lines of this node's spool, and how many of them pass; `sample` has the first ones. */
  tested: Type.Optional(Type.Integer()),
  passed: Type.Optional(Type.Integer()),
  sample: Type.Optional(Type.Array(Type.String())),
});
