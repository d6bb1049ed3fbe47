import { escapeControls } from '../../kernel/text.ts';

export const SHORT_FIELDS = [
  'EdgeStartTimestamp',
  'EdgeResponseStatus',
  'ClientRequestMethod',
  'ClientRequestScheme',
  'ClientRequestHost',
  'ClientRequestURI',
  'EdgeTimeToFirstByteMs',
  'ClientIP',
  'SecurityAction',
  'ClientRequestUserAgent',
];

/** A short readable line from a record with the fields above. */
export function shortLine(record: string): string {
  const line = JSON.parse(record);
  const request = `${line.ClientRequestMethod} ${line.ClientRequestScheme}://${line.ClientRequestHost}${line.ClientRequestURI}`;
  const parts = [
    line.EdgeStartTimestamp,
    String(line.EdgeResponseStatus).padStart(3, '0'),
    request,
    `${line.EdgeTimeToFirstByteMs} ms`,
    line.ClientIP,
    ...(line.SecurityAction ? [`[${line.SecurityAction}]`] : []),
    JSON.stringify(line.ClientRequestUserAgent),
  ];
  return lineOf(parts.join('  '));
}

/** Visitors control some of the texts, so control characters are escaped for the terminal. */
export const jsonLine = (record: string): string => lineOf(record.trimEnd());

const lineOf = (text: string): string => `${escapeControls(text)}\n`;
