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

/** What a person looks for first, of a record with the fields above. */
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

/** Visitors choose some of the texts: nothing in them reaches a terminal as a control character. */
export const jsonLine = (record: string): string => lineOf(record.trimEnd());

const lineOf = (text: string): string => `${escapeControls(text)}\n`;
