import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, UnreachableError } from './api-error.ts';
import { Reachability } from './reachability.ts';
import { checkSession, mayBeSignedOut, sessionState } from './session.ts';

const STALE_MS = 5000;
const RETRIES = 2;

const reachability = new Reachability(checkSession, () => void queryClient.invalidateQueries());

function onError(error: unknown): void {
  reachability.report(error);
  if (mayBeSignedOut(error)) void checkSession().catch((failure) => reachability.report(failure));
}

/** The cache of everything that the API returned. Only reading is retried; a change is sent once. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      networkMode: 'always',
      retry: (count, error) => error instanceof UnreachableError && count < RETRIES,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Checks the session when the dashboard opens; while the API is away, until it is back. */
export async function openSession(): Promise<void> {
  try {
    await checkSession();
  } catch (error) {
    reachability.report(error);
    if (error instanceof ApiError) sessionState.set({ kind: 'unknown', error });
  }
}
