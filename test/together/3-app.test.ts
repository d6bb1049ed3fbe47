import { runTogether } from '../support/run-together.ts';

await runTogether('src/app/**/*.test.ts');
