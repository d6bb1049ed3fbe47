import type { InspectedValue } from '../../inspected-request.ts';

/** Headers with addresses of visitors, proxies and pages. Servers do not send requests to them. */
const IGNORED_HEADERS =
  /^(?:host|origin|forwarded|via|x-real-ip|x-client-ip|x-referer|x-host|x-forwarded-.*|sec-.*|access-control-.*|user-agent)$/;
/** Where the browser goes, not the server: log-in flows of applications under development name local hosts. */
const BROWSER =
  /^(?:redirect.*|.*_?callback.*|return.*|next|continue|referr?er|ref|origin|.*location.*|dl|dr|rl|r|page_?url|base_?url|.*_redirect.*|post_logout.*|goto|from|back|success.*|cancel.*|failure.*)$/i;
const FETCHED =
  /^(?:.*ur[li]|target|dest|destination|feed|image|img|proxy|fetch|src|source|file|path|host|hostname|endpoint|web_?hook|link|href|site|page|load|download|server|domain|remote|.*api|import|document|doc|avatar|picture|photo|xml|pdf|html|data|view|show|open|ip|address|addr|u|ping|backend|upstream|service|resource)$/i;
/** Addresses that a server calls when something has happened; in a query, those of a log-in are named so as well. */
const HOOK = /^(?:web_?hook|callback|notify|notification)s?(?:_?ur[li])?$/i;
const BODY: ReadonlySet<string> = new Set(['json', 'xml', 'form', 'multipart']);
const MAX_NAME = 60;

export type TargetField = 'ignored' | 'browser' | 'fetched' | 'other';

/** Whether the server would request an address in a value. */
export function targetField({ name, place, isName }: InspectedValue): TargetField {
  if (place === 'header' && (IGNORED_HEADERS.test(name.slice(0, MAX_NAME)) || name === 'referer'))
    return 'ignored';
  if (isName === true) return 'other';
  const last = name
    .slice(-MAX_NAME)
    .slice(Math.max(name.lastIndexOf('.') - Math.max(0, name.length - MAX_NAME), -1) + 1)
    .replace(/^.*\[|\]$/g, '');
  if (HOOK.test(last) && BODY.has(place)) return 'fetched';
  if (BROWSER.test(last) || place === 'cookie' || place === 'header') return 'browser';
  return FETCHED.test(last) ? 'fetched' : 'other';
}
