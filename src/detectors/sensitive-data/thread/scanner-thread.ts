/** Entry point of the scanner thread. */
import { sensitiveDataRules } from '../../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import { lowerThreadPriority } from '../../../kernel/thread-priority.ts';
import { bodyScanner } from './scan-body.ts';
import { serveScans } from './serve-scans.ts';

const scanBody = bodyScanner(sensitiveDataRules);
await lowerThreadPriority();
await serveScans(scanBody);
