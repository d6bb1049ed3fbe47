import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import { type EdgeAddress, edgeAddress } from './edge-address.ts';

const VARIABLE = 'PALISADE_EDGE_LISTEN';

/** Only administrators can read the settings of a node; for others it is the default address. */
export function useEdgeAddress(): EdgeAddress {
  const settings = useQuery({ ...apiQuery('GET /node/settings', {}), staleTime: 60_000 });
  const listen = settings.data?.result.settings.find(({ variable }) => variable === VARIABLE);
  return edgeAddress(listen?.value, location.hostname);
}
