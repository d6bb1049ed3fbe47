import { breakable, Html, html } from '../../../../kernel/html.ts';
import type { Fact } from '../../messages/message.ts';
import { badgeStyle, inline, SHEET } from './mail-style.ts';
import type { EntryView, MailView } from './mail-view.ts';

/** The HTML of a mail: no images, no scripts, no external resources. */
export function mailHtml(view: MailView): string {
  const { title, severity, label, drill, text, facts, entries, more, reason, manage } = view;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${new Html(SHEET)}</style>
</head>
<body class="page" style="${inline.body}">
<div style="${inline.hidden}">${text}</div>
<table role="presentation" class="page" style="${inline.page}"><tr><td class="outer" style="padding:24px 12px;">
<table role="presentation" class="card" align="center" style="${inline.card}">
<tr><td class="pad" style="${inline.head}">
${drill === undefined ? undefined : html`<p class="drill" style="${inline.drill}">${drill}</p>\n`}<span class="${severity}" style="${badgeStyle(severity)}">${label}</span>
<h1 class="ink" dir="auto" style="${inline.title}">${title}</h1>
<p class="ink" dir="auto" style="${inline.text}">${text}</p>
</td></tr>
<tr><td class="pad" style="${inline.block}">${factTable(facts)}</td></tr>
${entries.length === 0 ? undefined : entryTable(entries, more)}<tr><td class="pad soft" style="${inline.foot}">${reason}<br>${manage.hint}<br>
<span style="${inline.path}">${breakable(manage.path, '/')}</span><br>
<a href="${manage.link}" style="${inline.link}">Description of the API</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
  return page.text;
}

function factTable(facts: readonly Fact[]): Html {
  const rows = facts.map(
    ({ label, value }) =>
      html`<tr><th scope="row" class="label soft line" style="${inline.label}">${label}</th><td class="value ink line" dir="auto" style="${inline.value}">${value}</td></tr>\n`,
  );
  return html`<table style="${inline.facts}">\n${rows}</table>`;
}

function entryTable(entries: readonly EntryView[], more: string | undefined): Html {
  const rows = entries.map(
    ({ time, text, facts }) =>
      html`<tr><td class="ink line" style="${inline.entry}"><span class="soft" style="${inline.soft}">${time}</span><br>${text}${facts.map(detail)}</td></tr>\n`,
  );
  const rest =
    more === undefined
      ? undefined
      : html`<tr><td class="soft line" style="${inline.entry}">${more}</td></tr>\n`;
  return html`<tr><td class="pad" style="${inline.block}"><table role="presentation" style="${inline.facts}">\n${rows}${rest}</table></td></tr>\n`;
}

function detail({ label, value }: Fact): Html {
  return html`<br><span class="soft" dir="auto" style="${inline.soft}">${label}: ${value}</span>`;
}
