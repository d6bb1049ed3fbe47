/** `en`, `en;q=0.8`: a language range and its weight, RFC 9110, section 12.5.4. */
const ENTRY = /^([A-Za-z0-9-]+)(?:[ \t]*;[ \t]*[qQ]=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

/**
 * The tags of an Accept-Language header, best first; tags of the same weight in the order in which they were
 * sent. `*`, weight 0 ("not acceptable") and malformed parts are left out.
 */
export function acceptedLanguages(header: string): string[] {
  const entries: { tag: string; weight: number }[] = [];
  for (const text of header.split(',')) {
    const match = ENTRY.exec(text.trim());
    const weight = Number(match?.[2] ?? 1);
    if (match?.[1] && weight > 0) entries.push({ tag: match[1], weight });
  }
  return entries.sort((a, b) => b.weight - a.weight).map(({ tag }) => tag);
}
