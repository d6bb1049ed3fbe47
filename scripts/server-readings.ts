/**
 * Runs real servers over a table of odd queries, cookies and bodies, and records what each of them reads. Writes
 * test/fixtures/server-readings.json and docs/server-readings.md. Needs root for missing Debian packages, and npm, Go,
 * Java and Maven.
 */
import { writeFileSync } from 'node:fs';
import { serverReadingsPage } from './server-readings/page.ts';
import { record } from './server-readings/record.ts';

const recording = await record();
writeFileSync('test/fixtures/server-readings.json', `${JSON.stringify(recording, undefined, 1)}\n`);
writeFileSync('docs/server-readings.md', serverReadingsPage(recording));
