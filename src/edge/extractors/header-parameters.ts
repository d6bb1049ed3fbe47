/** Unquoted values may hold more than tokens do: boundaries such as `----=_Part_1` are common. */
const PARAMETER =
  /[ \t]*;[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[\s\S])*)"|([^\s;",]+))/y;
const END = /[ \t]*(?:;[ \t]*)?$/y;

export type Parameters = readonly (readonly [name: string, value: string])[];

/**
 * The parameters of a header such as `form-data; name="a"`: names in lower case, all of them in order,
 * also those given twice. Undefined when the text after the first semicolon is anything else: two
 * readers could take different things from it.
 */
export function headerParameters(header: string): Parameters | undefined {
  const semicolon = header.indexOf(';');
  if (semicolon === -1) return [];
  const found: [string, string][] = [];
  let at = semicolon;
  for (;;) {
    PARAMETER.lastIndex = at;
    const match = PARAMETER.exec(header);
    if (!match) break;
    const [whole, name = '', quoted, plain = ''] = match;
    found.push([name.toLowerCase(), quoted === undefined ? plain : unescapeQuoted(quoted)]);
    at += whole.length;
  }
  END.lastIndex = at;
  return END.test(header) ? found : undefined;
}

/** Other backslashes stay: browsers once sent whole Windows paths as file names. */
function unescapeQuoted(text: string): string {
  return text.includes('\\') ? text.replace(/\\(["\\])/g, '$1') : text;
}
