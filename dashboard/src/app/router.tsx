import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { parseSearch, readSearch, searchText } from '../parts/address/page-search.ts';
import { Empty } from '../parts/states/empty.tsx';
import { Skeleton } from '../parts/states/skeleton.tsx';
import { Home } from './home.tsx';
import { PageFailure } from './page-failure.tsx';
import { pages } from './pages.ts';
import { Shell } from './shell/shell.tsx';
import { ZoneLayout } from './zone-layout.tsx';

const rootRoute = createRootRoute({
  component: Shell,
  validateSearch: readSearch,
  notFoundComponent: NotFound,
});

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: Home,
});

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts/$accountId',
  component: Outlet,
});

const zoneRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/zones/$zoneId',
  component: ZoneLayout,
});

const scopeRoutes = { account: accountRoute, zone: zoneRoute };

function pageRoutes(scope: keyof typeof scopeRoutes) {
  return pages
    .filter((page) => page.scope === scope)
    .map(({ path, load }) =>
      createRoute({
        getParentRoute: () => scopeRoutes[scope],
        path,
        component: lazyRouteComponent(async () => ({ default: await load() })),
      }),
    );
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    accountRoute.addChildren(pageRoutes('account')),
    zoneRoute.addChildren(pageRoutes('zone')),
  ]),
  parseSearch,
  stringifySearch: searchText,
  // Code of a page is loaded when a link to it gets the focus or the pointer.
  defaultPreload: 'intent',
  defaultPendingComponent: () => <Skeleton lines={6} />,
  defaultErrorComponent: PageFailure,
  scrollRestoration: true,
});

function NotFound() {
  return (
    <Empty icon="unlink" title="There is no such page" action={<a href="/">Go to the start</a>}>
      The address may be mistyped, or from another version of the dashboard.
    </Empty>
  );
}
