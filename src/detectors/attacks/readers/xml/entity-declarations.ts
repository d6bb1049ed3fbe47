/** A declaration of an entity in a document type. */
export interface EntityDeclaration {
  readonly start: number;
  readonly end: number;
  /** Whether it is used in the document type itself. */
  readonly isParameter: boolean;
  /** The address of an external entity. */
  readonly address: string | undefined;
  /** The text of an internal entity. */
  readonly text: string | undefined;
}

const HEAD = /<!entity\s+(%\s*|&#x0*25;\s*)?[^\s"'<>%&]+\s*(?:(system|public)\b|(?=["']))/iy;
const LITERAL = /\s*(?:"([^"]*)("|$)|'([^']*)('|$))/y;
const MARK = '<!';

/** The declarations of entities in a text, wherever they stand. */
export function* entityDeclarations(text: string): Generator<EntityDeclaration> {
  for (let start = text.indexOf(MARK); start !== -1; ) {
    HEAD.lastIndex = start;
    const head = HEAD.exec(text);
    let end = start + MARK.length;
    if (head) {
      const isExternal = head[2] !== undefined;
      const literals = literalsAt(text, HEAD.lastIndex, isExternal ? 2 : 1);
      end = literals.end;
      const last = literals.texts.at(-1) ?? '';
      yield {
        start,
        end,
        isParameter: head[1] !== undefined,
        address: isExternal ? last : undefined,
        text: isExternal ? undefined : last,
      };
    }
    start = text.indexOf(MARK, end);
  }
}

interface Literals {
  readonly texts: readonly string[];
  readonly end: number;
}

function literalsAt(text: string, start: number, limit: number): Literals {
  const texts: string[] = [];
  let end = start;
  while (texts.length < limit) {
    LITERAL.lastIndex = end;
    const found = LITERAL.exec(text);
    if (!found) break;
    texts.push(found[1] ?? found[3] ?? '');
    end = LITERAL.lastIndex;
  }
  return { texts, end };
}
