import { AUDIT_LOGS_TOPIC } from './events/audit-log-line.ts';
import { FIREWALL_EVENTS_TOPIC } from './events/firewall-event.ts';
import { HEALTH_EVENTS_TOPIC } from './events/health-change.ts';
import { HTTP_REQUESTS_TOPIC } from './events/http-request-event.ts';
import { PAGE_VIOLATIONS_TOPIC } from './events/page-violation.ts';

/** Topics whose messages stay on the bus after they were read, and their retention limits. Other topics are work queues. */
export interface SpoolSettings {
  readonly topics: readonly string[];
  readonly maxAgeMs: number;
  /** Stored bytes per topic and writer. */
  readonly maxBytes: number;
}

/** The topics of logs. */
export const keptTopics: readonly string[] = [
  HTTP_REQUESTS_TOPIC,
  FIREWALL_EVENTS_TOPIC,
  PAGE_VIOLATIONS_TOPIC,
  AUDIT_LOGS_TOPIC,
  HEALTH_EVENTS_TOPIC,
];
