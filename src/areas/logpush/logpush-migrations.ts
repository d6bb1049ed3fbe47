import type { Migration } from '../../storage/migrator.ts';
import { logpushBaseline } from './migrations/0001-baseline.ts';
import { logpushPeriods } from './migrations/0002-periods.ts';
import { liveSessionTokens } from './migrations/0003-live-session-tokens.ts';
import { logpushRetries } from './migrations/0004-retries.ts';
import { logpushLiveStreams } from './migrations/0005-live-streams.ts';

/** In the order in which they are applied. */
export const logpushMigrations: readonly Migration[] = [
  logpushBaseline,
  logpushPeriods,
  liveSessionTokens,
  logpushRetries,
  logpushLiveStreams,
];
