import { runTogether } from '../support/run-together.ts';

await runTogether('src/gateway/**/*.test.ts');
