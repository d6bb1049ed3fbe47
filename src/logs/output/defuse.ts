import type { OutputOptions } from '../../contracts/shipping/shipping-job.ts';

/** Against CVE-2021-44228: vulnerable loggers look up what is written as `${…}`. */
export function defuse(text: string): string {
  return text.includes('${') ? text.replaceAll('${', 'x{') : text;
}

/** What stands around the records of a batch. Wherever records meet it, no `${` comes into being. */
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

/** A record in which nothing can be looked up, whatever follows it. */
export function defuseRecord(record: string): string {
  return defuseEnd(defuse(record));
}

function defuseEnd(text: string): string {
  return text.endsWith('$') ? `${text.slice(0, -1)}x` : text;
}
