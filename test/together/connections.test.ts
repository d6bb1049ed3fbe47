import { runTogether } from '../support/run-together.ts';

// Its tests wait most of the time. Under this name it begins early, and others use the processor meanwhile.
await runTogether('src/transport/**/*.test.ts');
