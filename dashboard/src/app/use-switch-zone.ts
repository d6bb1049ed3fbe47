import { useNavigate, useRouterState } from '@tanstack/react-router';
import { keptSearch } from '../parts/address/kept-search.ts';

/** Opens another zone on the same page, with the same time range. */
export function useSwitchZone(): (zoneId: string) => void {
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (zoneId) => {
    const below = /^\/zones\/[^/]+(\/.*)?$/.exec(path)?.[1] ?? '';
    void navigate({ to: `/zones/${zoneId}${below}`, search: keptSearch });
  };
}
