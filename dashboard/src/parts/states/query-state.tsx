import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';
import { Skeleton } from './skeleton.tsx';

interface QueryStateProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** What failed: "The zones could not be read". */
  readonly what: string;
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** A skeleton until there is a result; the last result also if reading it again fails. */
export function QueryState<Data>({ query, what, skeleton, children }: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return <Failure error={query.error} what={what} onRetry={() => void query.refetch()} />;
  }
  return skeleton ?? <Skeleton />;
}
