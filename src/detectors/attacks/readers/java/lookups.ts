import type { ReadContext } from '../../attack-reader.ts';

/** Deeper nesting is not followed; loggers stop sooner. */
const MAX_DEPTH = 24;
/** Beginning of a lookup that is kept: prefixes and names are short. */
const MAX_CONTENT = 96;

const JNDI = /^\s*jndi\s*:/i;
const SECRET =
  /^\s*(?:env|sys|java|docker|k8s|spring|main|bundle|ctx|web|script|dns|url|base64decoder)\s*:\s*\S/i;
const DEFAULT = /^[^}]{0,64}?:-([\s\S]*)$/;
const CASE = /^\s*(?:lower|upper)\s*:\s?([\s\S]*)$/i;

/**
 * Lookups of Log4j and of string substitutors, resolved from the inside out the way the library does it:
 * `${${lower:J}ndi:…}` is `${jndi:…}`. One pass over the text.
 */
export function readLookups(text: string, isQuoted: boolean, { report }: ReadContext): void {
  const open: { start: number; content: string; isSpelled: boolean }[] = [];
  let at = text.indexOf('${');
  while (at !== -1 && at < text.length) {
    const frame = open.at(-1);
    if (text.startsWith('${', at)) {
      if (open.length < MAX_DEPTH) open.push({ start: at, content: '', isSpelled: false });
      at += 2;
    } else if (frame && text.charAt(at) === '}') {
      open.pop();
      const { start, content, isSpelled } = frame;
      close(content, isSpelled, start, at + 1);
      at += 1;
    } else if (frame) {
      if (frame.content.length < MAX_CONTENT) frame.content += text.charAt(at);
      at += 1;
    } else at = text.indexOf('${', at);
  }
  for (const { content, start, isSpelled } of open) judge(content, isSpelled, start, text.length);

  function close(content: string, isSpelled: boolean, start: number, end: number): void {
    judge(content, isSpelled, start, end);
    const outer = open.at(-1);
    const spelled = DEFAULT.exec(content)?.[1] ?? CASE.exec(content)?.[1];
    if (!outer || spelled === undefined) return;
    outer.content = (outer.content + spelled).slice(0, MAX_CONTENT);
    outer.isSpelled = true;
  }

  function judge(content: string, isSpelled: boolean, start: number, end: number): void {
    if (JNDI.test(content)) {
      report('java-lookup', isQuoted ? 'likely' : 'clear', start, end);
      if (isSpelled) report('java-lookup-disguise', isQuoted ? 'likely' : 'clear', start, end);
    } else if (SECRET.test(content)) {
      const isPlaceholder = !/[.:{$]/.test(content.slice(content.indexOf(':') + 1));
      report('java-lookup-secret', isQuoted || isPlaceholder ? 'weak' : 'likely', start, end);
    }
  }
}
