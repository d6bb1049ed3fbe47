import { runTogether } from '../support/run-together.ts';

await runTogether('test/contract/page-*.test.ts');
