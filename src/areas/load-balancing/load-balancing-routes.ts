import { routeTable } from '../../http/route.ts';

const invalidBody = 'loadBalancingInvalid';

/** By default a list returns everything: clients of these lists do not ask for further pages. */
export const listBounds = { default: 1000, min: 1, max: 1000 };

export const loadBalancingRoute = (tag: string) =>
  routeTable({ tag, service: 'product', invalidBody });

/** What the routes of monitors, pools and load balancers have in common. */
export const sharedRouteOptions = {
  invalidBody,
  writes: { PUT: 'replace', PATCH: 'merge' },
  deletion: 'id',
} as const;
