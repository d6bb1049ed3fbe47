import type { OutputOptions } from '../../../contracts/shipping/shipping-job.ts';
import { ReadOnly } from '../../../http/common-schema.ts';
import { Type } from '../../../kernel/schema.ts';
import { toShortestText } from '../../../kernel/timestamp.ts';
import { idleNotices } from './job-check.ts';
import {
  type Job,
  type JobDocument,
  type JobFailure,
  jobState,
  uploadLimits,
} from './job-model.ts';

const closed = { additionalProperties: false };
const Optional = Type.Optional;

/** A prefix, suffix or delimiter of records. */
const Text = Optional(Type.String({ maxLength: 1024 }));

const outputMembers = {
  output_type: Optional(Type.Enum(['ndjson', 'csv'])),
  batch_prefix: Text,
  batch_suffix: Text,
  record_prefix: Text,
  record_suffix: Text,
  record_delimiter: Text,
  field_delimiter: Text,
  record_template: Optional(Type.String({ maxLength: 16_384, examples: ['{{ .RayID }}'] })),
  timestamp_format: Optional(Type.Enum(['unixnano', 'unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns'])),
  sample_rate: Optional(Type.Number({ minimum: 0, maximum: 1 })),
  merge_subrequests: Optional(Type.Boolean()),
};

/** Some clients send text instead of a boolean, and one published schema misspells the name of the member. */
const Defuse = Optional(Type.Union([Type.Boolean(), Type.Enum(['true', 'false'])]));

const FieldNames = Optional(
  Type.Array(Type.String({ maxLength: 256 }), {
    maxItems: 500,
    examples: [['RayID', 'EdgeStartTimestamp', 'ClientRequestHost', 'EdgeResponseStatus']],
  }),
);

/** `output_options` of a job. */
export const OutputBody = Type.Object(
  {
    field_names: FieldNames,
    ...outputMembers,
    'CVE-2021-44228': Defuse,
    'CVE-2021-4428': Defuse,
  },
  closed,
);

const UploadLimit = (name: keyof typeof uploadLimits) =>
  Optional(
    Type.Integer({
      minimum: 0,
      maximum: uploadLimits[name].most,
      examples: [uploadLimits[name].least],
    }),
  );

/** Values for examples. */
export interface ExampleFamily {
  readonly dataset: string;
  readonly field: string;
  readonly value: string;
}

export function exampleFilter({ field, value }: ExampleFamily): string {
  return JSON.stringify({ where: { key: field, operator: 'eq', value } });
}

export const DestinationConf = Type.String({
  minLength: 1,
  maxLength: 4096,
  examples: ['$DESTINATION_CONF'],
});

export const OwnershipChallenge = Type.String({
  maxLength: 4096,
  pattern: '^[a-zA-Z0-9/+._-]*$',
  'x-expected': 'made of letters, digits, "/", "+", ".", "_" and "-"',
});

export const Dataset = (example: string) =>
  Type.String({
    maxLength: 256,
    pattern: '^[a-zA-Z0-9_-]*$',
    'x-expected': 'made of letters, digits, "_" and "-"',
    examples: [example],
  });

/** Zones and accounts have different datasets. */
export const jobBody = (family: ExampleFamily) =>
  Type.Object(
    {
      name: Optional(
        Type.String({
          maxLength: 512,
          pattern: '^[a-zA-Z0-9.-]*$',
          'x-expected': 'made of letters, digits, "." and "-"',
          examples: ['errors'],
        }),
      ),
      dataset: Optional(Dataset(family.dataset)),
      enabled: Optional(Type.Boolean()),
      kind: Optional(Type.Enum(['', 'edge'], { examples: [''] })),
      filter: Optional(Type.String({ examples: [exampleFilter(family)] })),
      destination_conf: DestinationConf,
      ownership_challenge: Optional(OwnershipChallenge),
      output_options: Optional(OutputBody),
      logpull_options: Optional(
        Type.String({ maxLength: 4096, examples: ['timestamps=rfc3339&sample=0.5'] }),
      ),
      frequency: Optional(Type.Enum(['high', 'low'])),
      max_upload_bytes: UploadLimit('max_upload_bytes'),
      max_upload_records: UploadLimit('max_upload_records'),
      max_upload_interval_seconds: UploadLimit('max_upload_interval_seconds'),
      id: ReadOnly,
      applied_output_options: ReadOnly,
      last_complete: ReadOnly,
      last_error: ReadOnly,
      error_message: ReadOnly,
    },
    {
      examples: [
        {
          name: 'errors',
          dataset: family.dataset,
          enabled: true,
          filter: exampleFilter(family),
          destination_conf: '$DESTINATION_CONF',
          output_options: { timestamp_format: 'rfc3339', sample_rate: 1 },
        },
      ],
    },
  );

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

const OutputResponse = Type.Object({
  field_names: FieldNames,
  ...outputMembers,
  'CVE-2021-44228': Type.Boolean(),
});

/** With all defaults, for the newer and the older form of options. */
const AppliedOutput = Type.Required(Type.Omit(OutputResponse, ['merge_subrequests']));

export const JobId = Type.Integer({ minimum: 1 });

export const JobResponse = Type.Object({
  id: JobId,
  name: Nullable(Type.String()),
  dataset: Type.String(),
  enabled: Type.Boolean(),
  kind: Type.Enum(['', 'edge']),
  filter: Nullable(Type.String()),
  destination_conf: Type.String(),
  /** The options that were sent, so that declarative clients see no difference. */
  output_options: Nullable(OutputResponse),
  applied_output_options: AppliedOutput,
  logpull_options: Nullable(Type.String()),
  frequency: Type.Enum(['high', 'low']),
  max_upload_bytes: Nullable(Type.Integer()),
  max_upload_records: Nullable(Type.Integer()),
  max_upload_interval_seconds: Nullable(Type.Integer()),
  last_complete: Nullable(Type.String()),
  last_error: Nullable(Type.String()),
  error_message: Nullable(Type.String()),
});

const UNREADABLE =
  'destination_conf was encrypted with another key: start all nodes with the same PALISADE_EDGE_KEY, or send destination_conf again';

/** `output` has the effective options. */
export function jobResponse(job: Job, output: OutputOptions) {
  const { document } = job;
  const { lastComplete, failure } = jobState(job.nodes);
  return {
    id: Number(job.id),
    name: document.name ?? null,
    dataset: document.dataset,
    enabled: document.enabled ?? false,
    kind: document.kind ?? '',
    filter: document.filter ?? null,
    destination_conf: document.destination_conf,
    output_options: document.output_options
      ? { 'CVE-2021-44228': false, ...document.output_options }
      : null,
    applied_output_options: appliedOutput(output),
    logpull_options: document.logpull_options ?? null,
    frequency: document.frequency ?? 'high',
    max_upload_bytes: document.max_upload_bytes ?? null,
    max_upload_records: document.max_upload_records ?? null,
    max_upload_interval_seconds: document.max_upload_interval_seconds ?? null,
    last_complete: timeText(lastComplete),
    last_error: timeText(failure?.at),
    error_message: errorMessage(document, failure),
  };
}

function errorMessage(document: JobDocument, failure: JobFailure | undefined): string | null {
  const [idle] = idleNotices(document);
  if (idle) return idle.message;
  return document.destination_conf === '' ? UNREADABLE : (failure?.message ?? null);
}

function timeText(time: number | undefined): string | null {
  return time === undefined ? null : toShortestText(time);
}

function appliedOutput(output: OutputOptions) {
  return {
    field_names: output.fieldNames,
    output_type: output.outputType,
    batch_prefix: output.batchPrefix,
    batch_suffix: output.batchSuffix,
    record_prefix: output.recordPrefix,
    record_suffix: output.recordSuffix,
    record_delimiter: output.recordDelimiter,
    field_delimiter: output.fieldDelimiter,
    record_template: output.recordTemplate,
    timestamp_format: output.timestampFormat,
    sample_rate: output.sampleRate,
    'CVE-2021-44228': output.defusesLookups,
  };
}
