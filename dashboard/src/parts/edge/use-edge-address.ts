import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import { type EdgeAddress, edgeAddress } from './edge-address.ts';

const VARIABLE = 'PALISADE_EDGE_LISTEN';

/** Undefined until it is known. Only administrators can read the settings of a node; for others it is the default address. */
export function useEdgeAddress(): EdgeAddress | undefined {
  const settings = useQuery({ ...apiQuery('GET /node/settings', {}), staleTime: 60_000 });
  if (settings.isPending) return undefined;
  const listen = settings.data?.result.settings.find(({ variable }) => variable === VARIABLE);
  return edgeAddress(listen?.value, location.hostname);
}
