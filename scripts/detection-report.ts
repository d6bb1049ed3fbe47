/**
 * Says how well the rules for sensitive data tell it from other data: recall and precision over the
 * samples of the catalog and generated documents. Writes docs/reference/detection-report.md.
 */
import { writeFileSync } from 'node:fs';
import { detectionReportPage } from './detection/report-page.ts';

const page = detectionReportPage();
writeFileSync('docs/reference/detection-report.md', page);
process.stdout.write(page);
