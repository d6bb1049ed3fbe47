/** A log push job as the shipping process of every node runs it, with all defaults of the API filled in. */
export interface ShippingJob {
  readonly id: number;
  /** Grows with every change of the job. */
  readonly version: number;
  readonly name: string;
  readonly scope: LogScope;
  readonly dataset: string;
  /** When the job was enabled, the oldest period first. Lines that were published at other times are not shipped. */
  readonly periods: readonly Period[];
  /** `destination_conf` in clear text: never logged. */
  readonly destination: string;
  /** JSON text as in the API; undefined ships every line. */
  readonly filter: string | undefined;
  readonly output: OutputOptions;
  readonly limits: BatchLimits;
  /** Another value means that deliveries are to be tried at once, without the rest of their pause. */
  readonly retriedAt?: number;
  /** Time ranges to ship again, as far as the spool still has them. */
  readonly replays: readonly Replay[];
}

/** Times are milliseconds since the epoch. `to` is excluded; without it, the job is enabled now. */
export interface Period {
  readonly from: number;
  readonly to?: number;
}

/** The zone or account whose lines a job ships. */
export interface LogScope {
  readonly kind: 'zone' | 'account';
  readonly id: string;
}

/** A batch is closed when it reaches one of these limits. */
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
  /** Empty: `outputType` and `fieldNames` define the record. */
  readonly recordTemplate: string;
  readonly timestampFormat: TimestampFormat;
  readonly sampleRate: number;
  /** `CVE-2021-44228`: every `${` becomes `x{`. */
  readonly defusesLookups: boolean;
}
