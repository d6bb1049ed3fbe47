import type { Route } from './route.ts';

/** Tests whether a path without a route has one for another method. */
export class RouteIndex {
  readonly #entries: readonly { readonly pattern: RegExp; readonly method: string }[];

  constructor(basePath: string, routes: readonly Route[]) {
    this.#entries = routes.map(({ path, method }) => ({
      method,
      // Segments are split by slashes only, so this cannot backtrack.
      pattern: new RegExp(`^${basePath}${path.replace(/:\w+/g, '[^/]+')}$`),
    }));
  }

  methodsFor(path: string): string[] {
    const methods = this.#entries
      .filter(({ pattern }) => pattern.test(path))
      .map(({ method }) => method);
    return [...new Set(methods)].sort();
  }
}
