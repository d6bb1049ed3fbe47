import { routeTable } from '../../http/route.ts';

const invalidBody = 'loadBalancingInvalid';

/** Lists hold everything unless less is asked for: clients of these lists do not turn pages. */
export const listBounds = { default: 1000, min: 1, max: 1000 };

export const loadBalancingRoute = (tag: string) =>
  routeTable({ tag, service: 'product', invalidBody });

/** What the routes of monitors, pools and load balancers have in common. */
export const sharedRouteOptions = {
  invalidBody,
  writes: { PUT: 'replace', PATCH: 'merge' },
  deletion: 'id',
} as const;
