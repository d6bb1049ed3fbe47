import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../../http/api-error.ts';
import type { KeptRule, Rule, RuleDefinition, RuleDraft } from './ruleset-model.ts';

/** Dependencies of changes to a list of rules. */
export interface RuleListContext {
  readonly now: number;
  readonly newId: () => string;
}

/** Where a rule goes: exactly one of the members. Empty text means the very first or last position. */
export interface Position {
  readonly before?: string;
  readonly after?: string;
  readonly index?: number;
}

/**
 * The list of rules that a PUT sends. An entry with the id or else the `ref` of a stored rule redefines that rule; an
 * entry with only an id keeps it unchanged; all other entries are new rules.
 */
export function replaceRules(
  stored: readonly Rule[],
  wanted: readonly (RuleDraft | KeptRule)[],
  context: RuleListContext,
): Rule[] {
  requireSentOnce(wanted);
  const named = new Set(wanted.map((entry) => entry.id));
  // A stored rule that an entry names by id is not available for entries with its ref.
  const free = stored.filter((rule) => !named.has(rule.id));
  const rules = wanted.map((entry, n) => {
    if (entry.id !== undefined) {
      const known = findRule(stored, entry.id, `/rules/${n}/id`);
      return 'keep' in entry ? known : redefine(known, entry, context);
    }
    if ('keep' in entry) throw new Error('a kept rule has an id');
    const sameRef = free.find((rule) => rule.ref === entry.ref);
    return sameRef ? redefine(sameRef, entry, context) : newRule(entry, context);
  });
  requireUniqueRefs(rules, (n) => `/rules/${n}/ref`);
  return rules;
}

export function addRule(
  stored: readonly Rule[],
  draft: RuleDraft,
  position: Position | undefined,
  context: RuleListContext,
): Rule[] {
  const rule = newRule(draft, context);
  const rules = insertAt(stored, rule, position ?? { after: '' });
  requireUniqueRefs(rules, () => '/ref');
  return rules;
}

/** Redefines a rule, moves it, or both. */
export function changeRule(
  stored: readonly Rule[],
  id: string,
  draft: RuleDraft | undefined,
  position: Position | undefined,
  context: RuleListContext,
): Rule[] {
  const known = findRule(stored, id);
  const rule = draft ? redefine(known, draft, context) : known;
  const rules = position
    ? insertAt(
        stored.filter((other) => other.id !== id),
        rule,
        position,
        id,
      )
    : stored.map((other) => (other.id === id ? rule : other));
  requireUniqueRefs(rules, () => '/ref');
  return rules;
}

export function removeRule(stored: readonly Rule[], id: string): Rule[] {
  findRule(stored, id);
  return stored.filter((rule) => rule.id !== id);
}

/** `others` is the list without the rule; an index refers to the resulting list. */
function insertAt(
  others: readonly Rule[],
  rule: Rule,
  position: Position,
  movedId?: string,
): Rule[] {
  const index = indexOf(others, position, movedId);
  return [...others.slice(0, index), rule, ...others.slice(index)];
}

function indexOf(others: readonly Rule[], position: Position, movedId?: string): number {
  const { before, after, index } = position;
  const named = [before, after, index].filter((member) => member !== undefined);
  if (named.length !== 1) throw new ApiError('positionMembers', {}, { pointer: '/position' });
  if (index !== undefined) {
    const last = others.length + 1;
    if (index >= 1 && index <= last) return index - 1;
    throw new ApiError('positionIndex', { index, last }, { pointer: '/position/index' });
  }
  if (before === '') return 0;
  if (after === '') return others.length;
  const member = before === undefined ? 'after' : 'before';
  const id = before ?? after ?? '';
  const at = others.findIndex((rule) => rule.id === id);
  if (at === -1) {
    const pointer = `/position/${member}`;
    throw new ApiError(id === movedId ? 'positionItself' : 'positionRule', { id }, { pointer });
  }
  return member === 'before' ? at : at + 1;
}

function findRule(rules: readonly Rule[], id: string, pointer?: string): Rule {
  const rule = rules.find((each) => each.id === id);
  if (rule) return rule;
  // An unknown id in the body is a bad request; one in the path is not found.
  throw pointer === undefined
    ? new ApiError('ruleNotFound', { id })
    : new ApiError('unknownRuleId', { id }, { pointer });
}

function newRule(draft: RuleDraft, { now, newId }: RuleListContext): Rule {
  const { id: _, ref, ...definition } = draft;
  const id = newId();
  return { ...definition, id, ref: ref ?? id, version: 1, updatedAt: now };
}

function redefine(known: Rule, draft: RuleDraft, { now }: RuleListContext): Rule {
  const { id: _, ref = known.id, ...rest } = draft;
  const definition: RuleDefinition = { ...rest, ref };
  const { id, version, updatedAt, ...before } = known;
  if (isDeepStrictEqual(before, definition)) return known;
  return { ...definition, id, version: version + 1, updatedAt: Math.max(now, updatedAt) };
}

/** Two entries of a body must not name the same rule, by id or by ref. */
function requireSentOnce(wanted: readonly (RuleDraft | KeptRule)[]): void {
  for (const member of ['id', 'ref'] as const) {
    const seen = new Set<string>();
    wanted.forEach((entry, n) => {
      const value = member === 'id' ? entry.id : 'ref' in entry ? entry.ref : undefined;
      if (value === undefined) return;
      if (seen.has(value)) {
        throw new ApiError('ruleTwice', { member, value }, { pointer: `/rules/${n}/${member}` });
      }
      seen.add(value);
    });
  }
}

function requireUniqueRefs(rules: readonly Rule[], pointerOf: (n: number) => string): void {
  const seen = new Set<string>();
  rules.forEach(({ ref }, n) => {
    if (seen.has(ref)) {
      throw new ApiError('ruleTwice', { member: 'ref', value: ref }, { pointer: pointerOf(n) });
    }
    seen.add(ref);
  });
}
