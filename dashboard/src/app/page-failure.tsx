import type { ErrorComponentProps } from '@tanstack/react-router';
import { Failure } from '../parts/states/failure.tsx';

/** A page that failed while it was shown. The navigation around it still works. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const shown = error instanceof Error ? error : new Error(String(error));
  return <Failure error={shown} what="This page cannot be shown" onRetry={reset} />;
}
