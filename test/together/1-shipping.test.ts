import { runTogether } from '../support/run-together.ts';

await runTogether('src/shipping/**/*.test.ts');
