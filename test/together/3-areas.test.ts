import { runTogether } from '../support/run-together.ts';

await runTogether('src/{areas,resources}/**/*.test.ts');
