import { runTogether } from '../support/run-together.ts';

await runTogether('test/e2e/{e[!d]*,[f-m]*}.test.ts');
