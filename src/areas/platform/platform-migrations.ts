import type { Migration } from '../../storage/migrator.ts';
import { platformBaseline } from './migrations/0001-baseline.ts';
import { platformSessions } from './migrations/0002-sessions.ts';
import { platformSettingTraces } from './migrations/0003-setting-traces.ts';

/** In the order in which they are applied. */
export const platformMigrations: readonly Migration[] = [
  platformBaseline,
  platformSessions,
  platformSettingTraces,
];
