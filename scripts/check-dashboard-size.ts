/**
 * Checks what a browser loads before the dashboard shows anything: the scripts that its page names. It fails above the budget, so that
 * an import of something large into the frame is noticed.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const FOLDER = 'dashboard/dist';
const BUDGET_KB = 200;

const page = readFileSync(`${FOLDER}/index.html`, 'utf8');
const scripts = [...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path]) => path);
if (scripts.length === 0) throw new Error('the page of the dashboard names no script');

const bytes = scripts.map((path) => gzipSync(readFileSync(FOLDER + path)).length);
const size = bytes.reduce((sum, each) => sum + each, 0) / 1000;
process.stdout.write(
  `the dashboard loads ${size.toFixed(0)} KB of script first, of ${BUDGET_KB}\n`,
);
if (size > BUDGET_KB) process.exit(1);
