/** Attributes of directories that applications search for. */
const attributes: ReadonlySet<string> = new Set(
  `uid cn sn mail objectclass objectcategory userpassword password pass passwd samaccountname userprincipalname ou o dc
  givenname displayname memberof member department description telephonenumber user username login uidnumber gidnumber
  employeenumber title manager homedirectory`
    .trim()
    .split(/\s+/),
);

const OPERATOR = /^[ \t]*([&|!])?[ \t]*/;
const ITEM = /^[ \t]*([A-Za-z][\w;.-]{0,63})[ \t]*(?:[~<>:]?=)[ \t]*([^()\0]{0,200})/;

export interface FilterComponent {
  readonly end: number;
  /** Whether it is a list of components: `(&…)`, `(|…)`, `(!…)`. */
  readonly isList: boolean;
  /** Whether it has an attribute of directories, a wildcard, or nothing at all in a list. */
  readonly isTypical: boolean;
  /** `(&)`, `(uid=*)`. */
  readonly isAlwaysTrue: boolean;
}

/** The filter component that begins at a position, which may lack its end; undefined if there is none. */
export function componentAt(text: string, start: number): FilterComponent | undefined {
  let at = start;
  let isList = false;
  let opened = 0;
  for (;;) {
    // Lists can begin without a parenthesis: the one before the value is then theirs.
    const [written = '', sign] = OPERATOR.exec(text.slice(at, at + 8)) ?? [];
    at += written.length;
    isList = isList || sign !== undefined;
    if (text.charAt(at) !== '(') break;
    opened += 1;
    at += 1;
  }
  if (opened === 0) return undefined;
  const next = text.charAt(at);
  if (isList && (next === ')' || next === '')) {
    return { end: at + 1, isList, isTypical: true, isAlwaysTrue: true };
  }
  const [item, name = '', value = ''] = ITEM.exec(text.slice(at, at + 300)) ?? [];
  if (item === undefined) return undefined;
  const isWild = value.includes('*');
  return {
    end: at + item.length,
    isList,
    isTypical: attributes.has(name.toLowerCase()) || (isList && isWild),
    isAlwaysTrue: value.trim() === '*',
  };
}
