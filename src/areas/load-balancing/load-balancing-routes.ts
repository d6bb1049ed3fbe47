import { routeTable } from '../../http/route.ts';

const invalidBody = 'loadBalancingInvalid';

/** By default a list returns everything, since clients do not page through these lists. */
export const listBounds = { default: 1000, min: 1, max: 1000 };

export const loadBalancingRoute = (tag: string) =>
  routeTable({ tag, service: 'product', invalidBody });

/** Options that the routes of monitors, pools and load balancers share. */
export const sharedRouteOptions = {
  invalidBody,
  writes: { PUT: 'replace', PATCH: 'merge' },
  deletion: 'id',
} as const;
