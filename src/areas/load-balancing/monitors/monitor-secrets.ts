import { redacted } from '../../../kernel/redact.ts';
import type { TextSealer } from '../../../kernel/sealed-text.ts';
import { SecretParts } from '../../../resources/secret-parts.ts';
import type { MonitorDocument } from './monitor-schema.ts';

export type MonitorSecrets = SecretParts<MonitorDocument>;

export function monitorSecrets(sealer: TextSealer): MonitorSecrets {
  return new SecretParts(sealer, 'monitor', (document) => withoutHeaderValues(document));
}

/** Headers of probes may contain credentials for origins. Only `Host` is never secret. */
export function withoutHeaderValues(
  document: MonitorDocument,
  before?: MonitorDocument,
): MonitorDocument {
  if (!document.header) return document;
  const entries = Object.entries(document.header).map(([name, values]) =>
    name.toLowerCase() === 'host'
      ? [name, values]
      : [name, values.map(() => redacted(values, before?.header?.[name]))],
  );
  return { ...document, header: Object.fromEntries(entries) };
}
