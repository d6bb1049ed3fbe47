import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';

const QUESTION = 'Leave without saving? What you have entered will be lost.';

/** Asks before the page is left while something is not saved. Returns a function that ends it, to be called after saving. */
export function useUnsavedGuard(isChanged: boolean): () => void {
  const isSaved = useRef(false);
  useBlocker({
    shouldBlockFn: () => isChanged && !isSaved.current && !confirm(QUESTION),
    enableBeforeUnload: () => isChanged && !isSaved.current,
  });
  return () => {
    isSaved.current = true;
  };
}
