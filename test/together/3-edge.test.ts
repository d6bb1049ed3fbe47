import { runTogether } from '../support/run-together.ts';

await runTogether('src/edge/**/*.test.ts');
