/** prom-client has types for the whole package only. */
declare module 'prom-client/lib/metrics/*.js' {
  import type { Registry } from 'prom-client';

  function measure(registry: Registry, options: object): void;
  export = measure;
}

declare module 'prom-client/lib/cluster.js' {
  import { AggregatorRegistry } from 'prom-client';
  export = AggregatorRegistry;
}

declare module 'prom-client/lib/registry.js' {
  import { Registry } from 'prom-client';
  export = Registry;
}
