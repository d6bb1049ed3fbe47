import { usePageSearch } from '../address/use-page-search.ts';

/** A drag over a chart becomes the time range of the page. */
export function useZoom(): (since: number, until: number) => void {
  const [, change] = usePageSearch();
  return (since, until) =>
    change({ since: new Date(since).toISOString(), until: new Date(until).toISOString() });
}
