import { useQueries } from '@tanstack/react-query';
import type { AttentionScope, Concern, ConcernSource } from './concern.ts';
import { dangerousScripts } from './sources/dangerous-scripts.ts';
import { edgeProblems } from './sources/edge-problems.ts';
import { failedRequests } from './sources/failed-requests.ts';
import { failingJobs } from './sources/failing-jobs.ts';
import { poolEmails } from './sources/pool-emails.ts';
import { recentAlerts } from './sources/recent-alerts.ts';
import { unhealthyPools } from './sources/unhealthy-pools.ts';

/** The most urgent first. */
const sources: readonly ConcernSource[] = [
  edgeProblems,
  failedRequests,
  unhealthyPools,
  dangerousScripts,
  failingJobs,
  recentAlerts,
  poolEmails,
];

/** Concerns change slowly, and reading them takes many calls. */
const POLL_MS = 30_000;

export interface Concerns {
  readonly concerns: readonly Concern[];
  /** What could not be read, and why. */
  readonly unread: readonly { readonly what: string; readonly why: string }[];
  readonly isReading: boolean;
}

export function useConcerns(scope: AttentionScope): Concerns {
  return useQueries({
    queries: sources.map(({ what, read }) => ({
      queryKey: ['concerns', what, scope],
      queryFn: ({ signal }: { signal: AbortSignal }) => read(scope, signal),
      refetchInterval: POLL_MS,
    })),
    combine: (results) => {
      const concerns = results.flatMap(({ data = [] }) => data);
      return {
        concerns: [
          ...concerns.filter(({ tone }) => tone === 'bad'),
          ...concerns.filter(({ tone }) => tone !== 'bad'),
        ],
        unread: results.flatMap(({ error }, n) =>
          error ? [{ what: sources[n]?.what ?? '', why: error.message }] : [],
        ),
        isReading: results.some(({ isPending }) => isPending),
      };
    },
  });
}
