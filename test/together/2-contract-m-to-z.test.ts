import { runTogether } from '../support/run-together.ts';

await runTogether('test/contract/{[m-o]*,p[!a]*,[q-z]*}.test.ts');
