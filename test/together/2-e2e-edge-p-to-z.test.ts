import { runTogether } from '../support/run-together.ts';

await runTogether('test/e2e/edge-[p-z]*.test.ts');
