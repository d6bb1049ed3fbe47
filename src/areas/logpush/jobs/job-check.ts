import type { Dataset } from '../../../catalogs/datasets/dataset.ts';
import { datasets, findDataset } from '../../../catalogs/datasets/datasets.ts';
import { foreignDatasets } from '../../../catalogs/datasets/foreign-datasets.ts';
import type { LogScope, OutputOptions } from '../../../contracts/shipping/shipping-job.ts';
import { LogFilterError } from '../../../expression/log-filter/log-filter-error.ts';
import { parseLogFilter } from '../../../expression/log-filter/parse-log-filter.ts';
import { type Notice, notice } from '../../../http/envelope.ts';
import { schemeOf } from '../../../logs/dataset-scheme.ts';
import { foreignDataset } from '../../../logs/foreign-dataset.ts';
import { parseLogpullOptions } from '../../../logs/output/logpull-options.ts';
import { OutputError } from '../../../logs/output/output-error.ts';
import { resolveOutput } from '../../../logs/output/resolve-output.ts';
import type { DestinationAddress } from '../../../outbound/destinations/destination.ts';
import { checkDestination, storedDestination } from '../destinations/destination-check.ts';
import { invalid, type JobOperation, notAllowed } from '../logpush-errors.ts';
import { type JobDocument, mostBatchBytes, uploadLimits } from './job-model.ts';

/** Throws unless nodes can run the job. */
export function checkJob(document: JobDocument, owner: LogScope['kind'], operation: JobOperation) {
  checkKind(document);
  checkLimits(document);
  if (!foreignDatasets.has(document.dataset)) {
    const dataset = datasetOf(document.dataset, owner, '/dataset');
    checkFilter(dataset, document.filter, operation);
  }
  const output = outputOf(document);
  if (document.destination_conf !== '')
    checkForm(checkDestination(document.destination_conf), output);
  else if (document.enabled) {
    throw invalid('/destination_conf', 'the stored destination cannot be read; send it again');
  }
}

/** Throws unless jobs of this kind of owner can ship the dataset. */
export function datasetOf(name: string, owner: LogScope['kind'], pointer?: string): Dataset {
  const dataset = findDataset(name);
  const known = datasets.filter(({ scope }) => scope === owner).map((each) => each.name);
  if (!dataset) {
    const problem = foreignDatasets.has(name)
      ? `nothing is known about the lines of the dataset "${name}", because Palisade writes none`
      : `there is no dataset "${name}"`;
    throw invalid(pointer, `${problem}; this ${owner} has ${known.join(', ')}`);
  }
  if (dataset.scope === owner) return dataset;
  throw invalid(
    pointer,
    `the dataset "${name}" belongs to ${dataset.scope}s; this ${owner} has ${known.join(', ')}`,
  );
}

/** The effective output options: those of the client, in the newer or the older form, and defaults. */
export function outputOf(document: JobDocument): OutputOptions {
  const { output_options: options, logpull_options: logpull } = document;
  const isOlder = options === undefined && logpull !== undefined;
  try {
    const given = isOlder ? parseLogpullOptions(logpull) : (options ?? {});
    const dataset = findDataset(document.dataset) ?? foreignDataset(document.dataset, given);
    return resolveOutput(dataset, given);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    const pointer = isOlder ? '/logpull_options' : `/output_options/${jsonPointer(error.pointer)}`;
    throw invalid(pointer, error.message);
  }
}

/** Some destinations store single records: prefixes, suffixes and delimiters would be lost, or make the records invalid. */
function checkForm({ kind, form }: DestinationAddress, output: OutputOptions): void {
  if (form === 'text') return;
  const refuse = (member: string, problem: string) =>
    invalid(
      `/output_options/${member}`,
      `${kind} destinations store records one by one; ${problem}`,
    );
  const unused = {
    batch_prefix: output.batchPrefix,
    batch_suffix: output.batchSuffix,
    record_delimiter: output.recordDelimiter,
  };
  for (const [member, value] of Object.entries(unused)) {
    if (value !== '') throw refuse(member, `"${member}" must be empty`);
  }
  if (form === 'records') return;
  if (output.outputType !== 'ndjson') throw refuse('output_type', '"output_type" must be "ndjson"');
  if (output.recordPrefix.trim() !== '{')
    throw refuse('record_prefix', '"record_prefix" must be "{"');
  if (output.recordSuffix.trim() !== '}')
    throw refuse('record_suffix', '"record_suffix" must be "}"');
}

/** `field_names/2` for `field_names[2]`. */
export const jsonPointer = (path: string) =>
  path.replaceAll('[', '/').replaceAll(']', '').replaceAll('.', '/');

function checkFilter(dataset: Dataset, filter: string | undefined, operation: JobOperation): void {
  if (!filter) return;
  try {
    parseLogFilter(filter, schemeOf(dataset));
  } catch (error) {
    if (!(error instanceof LogFilterError)) throw error;
    throw notAllowed(operation, `bad predicate: ${error.message}`, '/filter');
  }
}

function checkKind(document: JobDocument): void {
  if (document.kind !== 'edge') return;
  if (document.dataset !== 'http_requests') {
    throw invalid('/kind', 'the kind "edge" is for the dataset http_requests only');
  }
  for (const member of ['max_upload_bytes', 'max_upload_records'] as const) {
    if (!document[member]) continue;
    throw invalid(`/${member}`, `a job of the kind "edge" cannot have "${member}"`);
  }
}

function checkLimits(document: JobDocument): void {
  for (const member of Object.keys(uploadLimits) as (keyof typeof uploadLimits)[]) {
    const { least, most } = uploadLimits[member];
    const value = document[member] ?? 0;
    if (value === 0 || (value >= least && value <= most)) continue;
    throw invalid(`/${member}`, `"/${member}" must be 0 (off), or from ${least} to ${most}`);
  }
}

/** The notice that a job never delivers a line, if so. */
export function idleNotices({ dataset }: JobDocument): Notice[] {
  return foreignDatasets.has(dataset) ? [notice('datasetIdle', { dataset })] : [];
}

/** Throws unless the job delivers lines; `what` completes "only an enabled job can …". */
export function requireDelivery(document: JobDocument, what: string): void {
  const [idle] = idleNotices(document);
  if (idle) throw notAllowed('updating the job', idle.message);
  if (!document.enabled) throw notAllowed('updating the job', `only an enabled job can ${what}`);
}

/** Notices about members that are accepted without effect. */
export function jobNotices(document: JobDocument): Notice[] {
  const ineffective = (member: string, why: string) => notice('logpushIdle', { member, why });
  const { output_options: options, logpull_options: logpull } = document;
  return [
    ...idleNotices(document),
    ...(document.kind === 'edge'
      ? [ineffective('kind', 'jobs of both kinds run on every node and ship its own lines')]
      : []),
    ...(options?.merge_subrequests
      ? [ineffective('output_options/merge_subrequests', 'there are no subrequests')]
      : []),
    ...(options && logpull
      ? [ineffective('logpull_options', '"output_options" takes precedence')]
      : []),
    ...sizeNotices(document),
    ...unfilledNotices(document),
  ];
}

/** A client may request larger batches than the destination or the memory of a node allows. */
function sizeNotices({ destination_conf: destination, max_upload_bytes = 0 }: JobDocument) {
  const address = storedDestination(destination);
  if (!address) return [];
  const most = mostBatchBytes(address.maxBytes);
  if (max_upload_bytes <= most) return [];
  const why = `batches for this destination are closed at ${most} bytes`;
  return [notice('logpushIdle', { member: 'max_upload_bytes', why })];
}

/** Notices about fields that have no value in any line. */
function unfilledNotices(document: JobDocument): Notice[] {
  const dataset = findDataset(document.dataset);
  if (!dataset) return [];
  const scheme = schemeOf(dataset);
  const named = {
    filter: document.filter ? [...parseLogFilter(document.filter, scheme).fields] : [],
    'output_options/field_names': document.output_options?.field_names ?? [],
  };
  return Object.entries(named).flatMap(([member, names]) => {
    const fields = names.filter((name) => scheme.get(name)?.isUnfilled).join(', ');
    return fields === '' ? [] : [notice('logFieldsUnfilled', { fields, member })];
  });
}
