import type { Accessors, Getter, Value } from '../../expression/expression.ts';
import { decodePercents } from '../../kernel/percent.ts';

type Fields = ReadonlyMap<string, readonly string[]>;

const FORM = 'http.request.body.form';
const MULTIPART = 'http.request.body.multipart';

/** As many as the fields of forms have. */
const MAX_PAIRS = 1_000;

/**
 * The fields of forms as lenient servers read them: with names in lower case, and with forms of the type `text/plain`,
 * which pages send with `enctype` and scripts without a type.
 */
export function lenientFields<Request>(accessors: Accessors<Request>): Accessors<Request> {
  const mime = accessors.field('http.request.body.mime');
  const raw = accessors.field('http.request.body.raw');
  const folded = new WeakMap<Fields, Fields>();
  const lenient = (get: Getter<Request>, takesPlainText: boolean): Getter<Request> => {
    return (request) => {
      // Both fields are maps of lists of strings.
      const fields = (get(request) ?? new Map()) as Fields;
      const known = folded.get(fields);
      if (known) return known as Value;
      const isPlain = takesPlainText && mime?.(request) === 'text/plain';
      const further = isPlain ? plainPairs(String(raw?.(request) ?? '')) : [];
      const made = withFoldedNames(fields, further);
      folded.set(fields, made);
      return made as Value;
    };
  };
  return {
    ...accessors,
    field(name) {
      const get = accessors.field(name);
      return get && (name === FORM || name === MULTIPART) ? lenient(get, name === FORM) : get;
    },
  };
}

function withFoldedNames(fields: Fields, further: readonly (readonly [string, string])[]): Fields {
  const made = new Map<string, string[]>();
  const add = (name: string, values: readonly string[]) => {
    const key = name.toLowerCase();
    made.set(key, [...(made.get(key) ?? []), ...values]);
  };
  for (const [name, values] of fields) add(name, values);
  for (const [name, value] of further) add(name, [value]);
  return made;
}

/** Pairs of a URL-encoded text, and the lines of a plain one, whose values are encoded like those of other forms. */
function plainPairs(text: string): (readonly [string, string])[] {
  const encoded = text
    .trim()
    .split('&', MAX_PAIRS)
    .map((pair) => pairOf(pair))
    .map(([name, value]) => [decodePercents(name.replaceAll('+', ' ')), value] as const);
  const lines = text
    .split(/\r?\n/, MAX_PAIRS)
    .map((line) => pairOf(line))
    .map(([name, value]) => [name, value.replace(/[%+]/g, encodeURIComponent)] as const);
  return [...encoded, ...lines];
}

function pairOf(text: string): readonly [string, string] {
  const equals = text.indexOf('=');
  return equals === -1 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)];
}
