import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useZoneId, zoneQuery } from '../parts/address/scope.ts';
import { setPreferences } from '../parts/preferences.ts';
import { Empty } from '../parts/states/empty.tsx';
import { QueryState } from '../parts/states/query-state.tsx';

/** All pages of a zone: they are shown once the zone is known. */
export function ZoneLayout() {
  const zoneId = useZoneId();
  const zone = useQuery(zoneQuery(zoneId));
  const isThere = zone.data !== undefined;
  // Deleted, or no longer allowed to be read. Other errors pass.
  const isGone = zone.error instanceof ApiError && [403, 404].includes(zone.error.status);
  useEffect(() => {
    if (isThere) setPreferences({ lastZone: zoneId });
    if (isGone) setPreferences({ lastZone: undefined });
  }, [zoneId, isThere, isGone]);
  if (zone.error instanceof ApiError && zone.error.status === 404) return <NoSuchZone />;
  return (
    <QueryState query={zone} what="This zone could not be read">
      {() => <Outlet key={zoneId} />}
    </QueryState>
  );
}

function NoSuchZone() {
  return (
    <Empty
      icon="unlink"
      title="There is no such zone"
      action={
        <Link to="/" className="button button-plain">
          Go to the start
        </Link>
      }
    >
      It may have been deleted, or the address is mistyped. The audit log shows who has deleted
      zones.
    </Empty>
  );
}
