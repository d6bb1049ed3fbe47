import { redacted } from '../../../kernel/redact.ts';
import type { TextSealer } from '../../../kernel/sealed-text.ts';
import { SecretParts } from '../../../resources/secret-parts.ts';
import type { MonitorDocument } from './monitor-schema.ts';

export type MonitorSecrets = SecretParts<MonitorDocument>;

export function monitorSecrets(sealer: TextSealer): MonitorSecrets {
  return new SecretParts(sealer, 'monitor', (document) => withoutHeaderValues(document));
}

/** The document as people see it who may not write it. Compared with `before`, it shows which values changed. */
export function withoutHeaderValues(
  document: MonitorDocument,
  before?: MonitorDocument,
): MonitorDocument {
  if (!document.header) return document;
  return { ...document, header: hiddenHeader(document.header, before?.header) };
}

type Header = Readonly<Record<string, string[]>>;

/** Headers of probes may contain credentials for origins. Only `Host` is never secret. */
export function hiddenHeader(header: Header, before?: Header): Record<string, string[]> {
  const entries = Object.entries(header).map(([name, values]) =>
    name.toLowerCase() === 'host'
      ? [name, values]
      : [name, values.map(() => redacted(values, before?.[name]))],
  );
  return Object.fromEntries(entries);
}
