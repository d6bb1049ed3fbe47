import { decodePercents } from '../../../../kernel/percent.ts';
import { effects } from './javascript-effects.ts';
import {
  assignedMembers,
  callers,
  globalFunctions,
  globalObjects,
  memberFunctions,
  sensitiveMembers,
  storages,
  timers,
} from './javascript-names.ts';
import { literal, type Operand, OTHER } from './operand.ts';

/** A name of the global object, written alone or as a member of it. */
const isGlobal = ({ owner }: Operand): boolean => owner === '' || globalObjects.has(owner);

/** Members that lead to prototypes or to functions that are called for missing members. */
const PROTOTYPE_MEMBER = /^__(?:proto|define[GS]etter|lookup[GS]etter|noSuchMethod)__$/;

export function memberEffects(object: Operand, name: string, isComputed: boolean): number {
  let found = 0;
  if (name === 'constructor' && (isComputed || object.text === 'constructor'))
    found |= effects.chain;
  if (name === 'prototype' && object.text === 'constructor') found |= effects.chain;
  if (PROTOTYPE_MEMBER.test(name)) found |= effects.chain;
  if (object.kind !== 'path') return found;
  if (isComputed && sensitiveMembers.has(name) && globalObjects.has(object.text)) {
    found |= effects.computed;
  }
  if (object.text === 'document' && (name === 'cookie' || name === 'domain'))
    found |= effects.session;
  if (storages.has(object.text)) found |= effects.session;
  return found;
}

export function callEffects(callee: Operand, isReturned: boolean): number {
  const { text: name, root, owner, isComputed } = callee;
  if (root === 'history') return 0;
  if (callers.has(name) && globalFunctions.has(owner)) {
    return effects.call | (globalFunctions.get(owner) ?? 0);
  }
  let found = effects.call | (memberFunctions.get(name) ?? 0);
  if (isGlobal(callee)) {
    const known = globalFunctions.get(name) ?? 0;
    if (isComputed && known !== 0) found |= effects.computed;
    if (isComputed && name === '' && owner !== '') found |= effects.dynamic;
    found |= name === 'confirm' && isReturned ? effects.asks : known;
  }
  if (owner === 'location' && (name === 'assign' || name === 'replace')) found |= effects.navigate;
  return found;
}

export function assignEffects(target: Operand): number {
  if (target.kind !== 'path') return 0;
  const { text: name, owner } = target;
  let found = effects.assign;
  if (name === 'location' ? isGlobal(target) : owner !== '')
    found |= assignedMembers.get(name) ?? 0;
  if (name === 'href' && owner === 'location') found |= effects.navigate;
  if (/^on[a-z]{3,}$/.test(name)) found |= effects.handler;
  return found;
}

const REFERENCES: ReadonlySet<string> = new Set(['alert', 'confirm', 'prompt', 'eval', 'Function']);

/** What it means that a function gets an argument, or a variable a value. */
export function valueEffects(target: Operand, value: Operand): number {
  if (value.kind === 'path') {
    if (storages.has(value.text)) return effects.session;
    return REFERENCES.has(value.text) && isGlobal(value) ? effects.reference : 0;
  }
  if (value.kind !== 'text' && value.kind !== 'other') return 0;
  if (timers.has(target.text)) return value.kind === 'text' ? effects.evaluate : 0;
  if (target.text === 'constructor') return value.kind === 'text' ? effects.chain : 0;
  const goesTo = target.owner !== '' && ['href', 'assign', 'replace', 'open'].includes(target.text);
  return (goesTo || target.text === 'location') && /^\s*javascript:/i.test(value.text)
    ? effects.scriptUrl
    : 0;
}

/** The value of a call, as far as it is known. */
export function resultOf(callee: Operand, argument: Operand): Operand {
  if (callee.kind === 'text') return callee;
  if (callee.kind === 'number' && argument.kind === 'number') {
    const radix = Number(argument.text);
    const value = Number.parseFloat(callee.text);
    const isValid = radix >= 2 && radix <= 36 && Number.isFinite(value);
    return isValid ? literal('text', value.toString(radix)) : OTHER;
  }
  if (argument.kind !== 'text' || !isGlobal(callee)) return OTHER;
  if (callee.text === 'atob') {
    return literal('text', Buffer.from(argument.text, 'base64').toString('latin1'));
  }
  const isDecoder = callee.text === 'unescape' || callee.text.startsWith('decodeURI');
  return isDecoder ? literal('text', decodePercents(argument.text)) : OTHER;
}
