import type { Migration } from '../../storage/migrator.ts';
import { securityEventsBaseline } from './migrations/0001-baseline.ts';

/** In the order in which they are applied. */
export const securityEventsMigrations: readonly Migration[] = [securityEventsBaseline];
