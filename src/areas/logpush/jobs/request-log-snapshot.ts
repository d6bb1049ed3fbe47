import type { RequestLogSection } from '../../../contracts/snapshot/request-log-section.ts';
import type { SnapshotSection } from '../../area-module.ts';
import type { LogpushDatabase } from '../logpush-tables.ts';
import { outputOf } from './job-check.ts';
import { JOB_RESOURCE } from './job-kind.ts';
import type { Job } from './job-model.ts';
import type { JobStore } from './job-store.ts';

/** `WAFAttackScore` and its relatives. */
const SCORE = /\bWAF\w*AttackScore\b/;
const section: RequestLogSection = { attackScores: true };

/** Tells the edge in which zones an enabled job ships or filters by the attack scores of requests. */
export function requestLogSnapshot(
  database: LogpushDatabase,
  store: JobStore,
): SnapshotSection<'requestLog'> {
  return {
    name: 'requestLog',
    resources: ['zone', JOB_RESOURCE],
    async build(zoneIds) {
      const jobs = await store.listEnabled(database.read, 'http_requests', zoneIds);
      const asking = jobs.filter(asksForScores);
      return new Map(asking.map(({ owner }) => [owner.id, section]));
    },
  };
}

const asksForScores = ({ document }: Job): boolean =>
  SCORE.test(outputOf(document).fieldNames.join(' ')) || SCORE.test(document.filter ?? '');
