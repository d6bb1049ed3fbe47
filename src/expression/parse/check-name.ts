/** Checks whether a field or a function may be used in this phase and on this side. */
import type { FunctionDefinition } from '../function-definition.ts';
import type { SchemeField } from '../scheme.ts';
import type { ParseState } from './parse-state.ts';

export function checkField(state: ParseState, field: SchemeField, start: number): void {
  const { side } = state.options;
  if (side !== undefined && field.side !== 'both' && field.side !== side) {
    const reason = `field ${field.name} is known on the ${field.side} side only`;
    state.fail(start, state.at, reason);
  }
  checkPhase(state, `field ${field.name}`, field.phases, start);
}

export function checkFunction(
  state: ParseState,
  definition: FunctionDefinition,
  start: number,
): void {
  checkPhase(state, `function ${definition.name}`, definition.phases, start);
  if (definition.takesPattern) state.countRegex(start);
  if (definition.replaces) state.countReplaceCall(start);
}

function checkPhase(
  state: ParseState,
  what: string,
  phases: readonly string[] | undefined,
  start: number,
): void {
  const { phase } = state.options;
  if (phase === undefined || phases === undefined || phases.includes(phase)) return;
  state.fail(start, state.at, `${what} is not available in phase ${phase}`);
}
