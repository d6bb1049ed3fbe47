import { runTogether } from '../support/run-together.ts';

await runTogether('test/contract/[a-l]*.test.ts');
