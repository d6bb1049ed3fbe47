import type { SyntaxTree } from '../tree/syntax-tree.ts';
import { mentionsCardField, mentionsPassword } from './field-words.ts';
import { taint } from './taint.ts';

/** Fields in markup that a script contains: what it asks for is in their labels, not in the names that it reads them by. */
export interface MadeFields {
  /** Bits of `taint` by the id, the name and each class of a field. */
  readonly named: ReadonlyMap<string, number>;
  /** The same by the id alone. */
  readonly ids: ReadonlyMap<string, number>;
  /** Bits by the member that a framework binds a field to: `<input v-model="phrase">`. */
  readonly bound: ReadonlyMap<string, number>;
}

const FIELD = /<(?:input|textarea|select)\b([^>]{0,600})/gi;
const NAMES = /\b(id|name|class)\s*=\s*["']?([\w -]{1,100})/gi;
const BINDING =
  /(?:\b(?:v-model(?:\.[\w.]{1,30})?|x-model(?:\.[\w.]{1,30})?|(?:data-)?ng-model|bind:value)|\[\(ngModel\)\])\s*=\s*["'{]\s*([\w$.]{1,80})/gi;
/** Fields that are read; templates of large programs have many. */
const MAX_FIELDS = 300;

export function madeFields(tree: SyntaxTree): MadeFields {
  const named = new Map<string, number>();
  const ids = new Map<string, number>();
  const bound = new Map<string, number>();
  let left = MAX_FIELDS;
  for (const number of tree.ofTypes(['Literal', 'TemplateElement'])) {
    const node = tree.node(number);
    const text = node?.type === 'TemplateElement' ? node.value.cooked : literalText(node);
    if (!text || left <= 0 || !text.includes('<')) continue;
    for (const [, attributes = ''] of text.matchAll(FIELD)) {
      left -= 1;
      if (left <= 0) break;
      const bits =
        (mentionsCardField(attributes) ? taint.cardName : 0) |
        (mentionsPassword(attributes) ? taint.passwordName : 0);
      addNames(attributes, bits);
      for (const [, path = ''] of attributes.matchAll(BINDING)) {
        const member = path.slice(path.lastIndexOf('.') + 1);
        add(bound, member, bits | taint.field);
      }
    }
  }
  return { named, ids, bound };

  function addNames(attributes: string, bits: number): void {
    if (bits === 0) return;
    for (const [, attribute, list = ''] of attributes.matchAll(NAMES)) {
      for (const name of list.split(' ')) {
        if (name.length < 2) continue;
        add(named, name, bits);
        if (attribute?.toLowerCase() === 'id') add(ids, name, bits);
      }
    }
  }
}

const literalText = (node: ReturnType<SyntaxTree['node']>): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

function add(map: Map<string, number>, name: string, bits: number): void {
  map.set(name, (map.get(name) ?? 0) | bits);
}
