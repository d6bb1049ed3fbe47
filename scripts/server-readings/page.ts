import type { Read, Recording } from './recording.ts';

const titles = { query: 'Queries', cookie: 'Cookies', body: 'Bodies' } as const;

/** The page docs/server-readings.md. */
export function serverReadingsPage({ servers, cases }: Recording): string {
  const names = Object.keys(servers);
  const sections = Object.entries(titles).flatMap(([at, title]) => [
    `## ${title}`,
    [
      row(['Case', at === 'body' ? 'Body' : 'Text', ...names]),
      row(['---', '---', ...names.map(() => '---')]),
      ...cases
        .filter((each) => each.at === at)
        .map(({ what, text, type, reads }) => {
          const sent = at === 'body' ? `${type ?? '(none)'}⏎ ${text}` : text;
          return row([what, code(sent), ...names.map((name) => readText(reads[name]))]);
        }),
    ].join('\n'),
  ]);
  return `${[
    '<!-- Written by `npm run server-readings` from recorded results. Do not edit. -->',
    '# What servers read',
    INTRODUCTION,
    Object.values(servers)
      .map((version) => `- ${version}`)
      .join('\n'),
    ...sections,
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `Servers read the same bytes in different ways. This table shows which names and values each of them reads of odd queries, cookies and
bodies. Values within arrays are shown under the name of the array; \`–\` means that the server reads nothing, \`refused\` that it does not accept
the request. Rules see every value in this table under its name in one of their [readings](rulesets.md#bodies), or the field
\`http.request.body.malformed\` is true: a test compares both. \`npm run server-readings\` runs the servers and writes the table.

Recorded with:`;

function readText(read: Read | undefined): string {
  if (read === undefined) return '';
  if (read === null) return 'refused';
  return read.length === 0 ? '–' : read.map(([name, value]) => code(`${name}=${value}`)).join(' ');
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Control characters are shown as escapes. */
function code(text: string): string {
  const shown = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return `\`\` ${shown.replaceAll('|', '\\|')} \`\``;
}
