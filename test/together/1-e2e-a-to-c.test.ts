import { runTogether } from '../support/run-together.ts';

await runTogether('test/e2e/[a-c]*.test.ts');
