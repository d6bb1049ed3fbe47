import { runTogether } from '../support/run-together.ts';

await runTogether('src/detectors/**/*.test.ts');
