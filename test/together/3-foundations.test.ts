import { runTogether } from '../support/run-together.ts';

await runTogether(
  'src/{bus,catalogs,contracts,expression,http,kernel,logs,outbound,telemetry}/**/*.test.ts',
);
