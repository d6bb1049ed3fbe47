import { runTogether } from '../support/run-together.ts';

await runTogether('src/transport/**/*.test.ts');
