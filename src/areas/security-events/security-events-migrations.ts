import type { Migration } from '../../storage/migrator.ts';
import { securityEventsBaseline } from './migrations/0001-baseline.ts';
import { securityEventsCountries } from './migrations/0002-countries.ts';

/** In the order in which they are applied. */
export const securityEventsMigrations: readonly Migration[] = [
  securityEventsBaseline,
  securityEventsCountries,
];
