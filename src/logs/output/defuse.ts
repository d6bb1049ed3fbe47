import type { OutputOptions } from '../../contracts/shipping/shipping-job.ts';

/** Against CVE-2021-44228: vulnerable loggers evaluate `${…}` as a lookup. */
export function defuse(text: string): string {
  return text.includes('${') ? text.replaceAll('${', 'x{') : text;
}

/** The texts around and between the records of a batch. Where they are joined with records, no `${` arises. */
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

/** A record without lookups, whatever text follows it. */
export function defuseRecord(record: string): string {
  return defuseEnd(defuse(record));
}

function defuseEnd(text: string): string {
  return text.endsWith('$') ? `${text.slice(0, -1)}x` : text;
}
