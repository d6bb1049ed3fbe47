import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import type { ResultOf } from '../../api/client.ts';

const FOUND = 20;
const TYPING_MS = 120;

/** Zones whose name contains a text. The API searches, because an account may have thousands. */
export function useFoundZones(
  text: string,
  accountId: string | undefined,
): {
  readonly zones: ResultOf<'GET /zones'>;
  /** What to say if there are none. */
  readonly empty: string;
} {
  const name = useSettled(text.trim());
  const query = useQuery({
    ...apiQuery('GET /zones', {
      query: {
        per_page: FOUND,
        ...(accountId && { 'account.id': accountId }),
        ...(name && { name: `contains:${name}` }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const empty = query.isFetching
    ? 'Searching …'
    : query.error
      ? `The zones could not be read: ${query.error.message}`
      : 'No zone matches.';
  return { zones: query.data?.result ?? [], empty };
}

/** A text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
