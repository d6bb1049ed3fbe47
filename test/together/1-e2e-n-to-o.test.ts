import { runTogether } from '../support/run-together.ts';

await runTogether('test/e2e/[n-o]*.test.ts');
