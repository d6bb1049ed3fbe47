import type { InspectedValue } from '../../inspected-request.ts';

const CONSTRUCTOR = /(?:^|[[.])constructor\]?[[.]prototype(?:[\].[]|$)/;

/** Whether a name, taken as a path of members, reaches a prototype. */
export function reachesPrototype({ name, isName }: InspectedValue, text: string): boolean {
  if (isName !== true) return false;
  if (text.includes('__proto__') || CONSTRUCTOR.test(text)) return true;
  return text === 'prototype' && CONSTRUCTOR.test(name);
}
