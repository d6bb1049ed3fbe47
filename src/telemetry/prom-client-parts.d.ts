/** prom-client has types for the whole package only. */
declare module 'prom-client/lib/defaultMetrics.js' {
  const collectDefaultMetrics: typeof import('prom-client').collectDefaultMetrics;
  export = collectDefaultMetrics;
}

declare module 'prom-client/lib/registry.js' {
  import { Registry } from 'prom-client';
  export = Registry;
}
