import type { ReadContext } from '../../attack-reader.ts';

/** Parts of command lines of PowerShell and Windows that load or hide code. Each says something of its own. */
const parts: readonly RegExp[] = [
  /\b(?:powershell|pwsh)(?:\.exe)?["']?\s{1,4}[^\n]{0,100}?-(?:e|ec|enc|encodedcommand)\s{1,4}["']?[\w+/=]{8,}/i,
  /\b(?:powershell|pwsh)(?:\.exe)?["']?\s{1,4}(?:-|\/|\(|\$|iex|&|"&)/i,
  /\b(?:iex|invoke-expression)\b\s{0,4}[("'$&]/i,
  /\.(?:downloadstring|downloadfile|downloaddata|uploadstring)\s?\(/i,
  /\bnew-object\s{1,4}(?:system\.)?net\.(?:webclient|sockets)/i,
  /\b(?:invoke-webrequest|iwr|invoke-restmethod|irm|start-bitstransfer)\b[^\n]{0,60}https?:/i,
  /\[(?:system\.)?(?:convert|text\.encoding|reflection\.assembly)\]::/i,
  /-(?:w|win|windowstyle)\s{1,4}(?:hidden|1)\b/i,
  /-(?:ep|exec|executionpolicy)\s{1,4}(?:bypass|unrestricted)\b/i,
  /\b(?:certutil|certutil\.exe)\s[^\n]{0,60}-(?:urlcache|decode|encode)\b/i,
  /\bbitsadmin\s[^\n]{0,60}\/(?:transfer|addfile)\b/i,
  /\b(?:mshta|mshta\.exe)\s{1,4}["']?(?:https?:|javascript:|vbscript:)/i,
  /\bregsvr32\s[^\n]{0,60}\/i:/i,
  /\brundll32(?:\.exe)?\s[^\n]{0,60}(?:,#?\w|javascript:)/i,
  /\bwmic\s[^\n]{0,60}\bcall\s{1,4}create\b/i,
  /\bcmd(?:\.exe)?["']?\s{1,4}\/(?:c|k|r)\s{0,4}\S/i,
  /\$\(\s{0,4}(?:get|set|invoke|start|stop|new|out|write|remove|add|copy|import)-[a-z]{3,30}\b/i,
];
/** Parts that are enough by themselves: encoded code, and programs that fetch and run it. */
const CERTAIN = new Set([0, 9, 10, 11, 12, 14]);

/** Command lines of Windows that load code or hide it. */
export function readPowerShell(text: string, { role, report }: ReadContext): void {
  let shown = 0;
  let isCertain = false;
  let start = text.length;
  let end = 0;
  for (const [position, part] of parts.entries()) {
    const match = part.exec(text);
    if (!match) continue;
    shown += 1;
    isCertain ||= CERTAIN.has(position);
    start = Math.min(start, match.index);
    end = Math.max(end, match.index + match[0].length);
  }
  if (shown === 0) return;
  const isText = role === 'prose' || role === 'code' || role === 'markup' || role === 'search';
  const strength = isText ? 'weak' : isCertain || shown > 1 ? 'clear' : 'likely';
  report('shell-windows', strength, start, end);
}
