import { runTogether } from '../support/run-together.ts';

await runTogether('src/{cli,tools}/**/*.test.ts');
