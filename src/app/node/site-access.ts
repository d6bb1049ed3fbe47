import type { SiteFetch } from '../../areas/page-monitoring/scripts/script-fetch-service.ts';

/** What areas can request from the sites that this node serves. */
export class SiteAccess {
  #fetch: SiteFetch = async () => 'not-served';

  /** A node with edge processes says how; a node without them, and a command that runs alone, serve no site. */
  connect(fetch: SiteFetch): void {
    this.#fetch = fetch;
  }

  readonly fetch: SiteFetch = (request, signal) => this.#fetch(request, signal);
}
