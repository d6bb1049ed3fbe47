import type { OutputOptions } from '../../contracts/shipping/shipping-job.ts';

/** Against CVE-2021-44228: vulnerable loggers evaluate lookups of the form `${…}`. */
export function defuse(text: string): string {
  return text.includes('${') ? text.replaceAll('${', 'x{') : text;
}

/** Batch prefix, delimiter and suffix, changed so that no `${` is formed where they meet records. */
export function batchTexts(output: OutputOptions): {
  readonly prefix: string;
  readonly delimiter: string;
  readonly suffix: string;
} {
  const { batchPrefix, recordDelimiter, batchSuffix, defusesLookups } = output;
  if (!defusesLookups) {
    return { prefix: batchPrefix, delimiter: recordDelimiter, suffix: batchSuffix };
  }
  return {
    prefix: defuseEnd(defuse(batchPrefix)),
    delimiter: defuseEnd(defuse(recordDelimiter)),
    suffix: defuse(batchSuffix),
  };
}

/** A record without lookups, whatever follows it. */
export function defuseRecord(record: string): string {
  return defuseEnd(defuse(record));
}

function defuseEnd(text: string): string {
  return text.endsWith('$') ? `${text.slice(0, -1)}x` : text;
}
