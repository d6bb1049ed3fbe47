import { runTogether } from '../support/run-together.ts';

await runTogether('src/{storage,workers}/**/*.test.ts');
