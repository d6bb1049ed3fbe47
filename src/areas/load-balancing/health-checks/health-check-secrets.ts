import type { TextSealer } from '../../../kernel/sealed-text.ts';
import { SecretParts } from '../../../resources/secret-parts.ts';
import { hiddenHeader } from '../monitors/monitor-secrets.ts';
import type { HealthCheckDocument } from './health-check-schema.ts';

export type HealthCheckSecrets = SecretParts<HealthCheckDocument>;

export function healthCheckSecrets(sealer: TextSealer): HealthCheckSecrets {
  return new SecretParts(sealer, 'health check', (document) => withoutHeaderValues(document));
}

/** The document as people see it who may not write it. Compared with `before`, it shows which values changed. */
export function withoutHeaderValues(
  document: HealthCheckDocument,
  before?: HealthCheckDocument,
): HealthCheckDocument {
  const { http_config: config } = document;
  if (!config?.header) return document;
  const header = hiddenHeader(config.header, before?.http_config?.header);
  return { ...document, http_config: { ...config, header } };
}
