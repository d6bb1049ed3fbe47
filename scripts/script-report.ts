/**
 * Says how well the classifier tells malicious scripts from ordinary ones, and obfuscated ones from plain
 * ones. Downloads libraries and an obfuscator once. Writes docs/reference/script-report.md.
 */
import { writeFileSync } from 'node:fs';
import { measureScripts } from './script-report/measure.ts';
import { scriptReportPage } from './script-report/report-page.ts';

const page = scriptReportPage(measureScripts());
writeFileSync('docs/reference/script-report.md', page);
process.stdout.write(page);
