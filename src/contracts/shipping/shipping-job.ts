/** A log push job as the shipping process of every node runs it. Whatever the API accepts is resolved: nothing has a default here. */
export interface ShippingJob {
  readonly id: number;
  /** Grows with every change of the job. */
  readonly version: number;
  readonly name: string;
  readonly scope: LogScope;
  readonly dataset: string;
  /** Lines that were published before this are not shipped: the moment the job was enabled. Milliseconds since the epoch. */
  readonly since: number;
  /** `destination_conf` in clear text: never logged. */
  readonly destination: string;
  /** JSON text as in the API; undefined ships every line. */
  readonly filter: string | undefined;
  readonly output: OutputOptions;
  readonly limits: BatchLimits;
  /** Ranges of time to be shipped again, as far as the spool has them. */
  readonly replays: readonly Replay[];
}

/** Whose lines a job ships. */
export interface LogScope {
  readonly kind: 'zone' | 'account';
  readonly id: string;
}

/** A batch is closed when it reaches one of these. */
export interface BatchLimits {
  readonly records: number;
  /** Before compression. */
  readonly bytes: number;
  readonly seconds: number;
}

/** Times are milliseconds since the epoch; `to` is excluded. */
export interface Replay {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

export type TimestampFormat = 'unixnano' | 'unix' | 'rfc3339' | 'rfc3339ms' | 'rfc3339ns';

/** `output_options` of the API with every default filled in. */
export interface OutputOptions {
  readonly fieldNames: readonly string[];
  readonly outputType: 'ndjson' | 'csv';
  readonly batchPrefix: string;
  readonly batchSuffix: string;
  readonly recordPrefix: string;
  readonly recordSuffix: string;
  readonly recordDelimiter: string;
  readonly fieldDelimiter: string;
  /** Empty: the fields in order. */
  readonly recordTemplate: string;
  readonly timestampFormat: TimestampFormat;
  readonly sampleRate: number;
  /** `CVE-2021-44228`: every `${` becomes `x{`. */
  readonly defusesLookups: boolean;
}
