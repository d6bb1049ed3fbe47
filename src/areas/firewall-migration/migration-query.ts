import { ApiError } from '../../http/api-error.ts';
import { type MigrationStep, stepsByParameter } from './migration-state.ts';
import type { MigrationQuery } from './migration-write-port.ts';

/** Undefined for an ordinary update of the entry point. */
export function stepOf({
  waf_migration: value,
  phase_two: phase,
}: MigrationQuery): { readonly step: MigrationStep; readonly isPhaseTwo: boolean } | undefined {
  const isPhaseTwo = isPhaseTwoOf(phase);
  if (value === undefined) {
    if (phase === undefined) return undefined;
    throw problem('"phase_two" is only for migrations: send "waf_migration" with it');
  }
  const step = Object.hasOwn(stepsByParameter, value) ? stepsByParameter[value] : undefined;
  if (!step) {
    throw problem(
      `"waf_migration" is "pending" (or 1) to finish the migration, or "validation" (or 2) to run both firewalls, and not "${value}"`,
    );
  }
  return { step, isPhaseTwo };
}

/** Without the parameter the conditions of the first procedure apply. */
export function isPhaseTwoOf(value: string | undefined): boolean {
  if (value === undefined || value === '0' || value === 'false') return false;
  if (value === '1' || value === 'true') return true;
  throw problem(`"phase_two" is 1 or 0, and not "${value}"`);
}

function problem(text: string): ApiError {
  return new ApiError('migrationParameter', { problem: text });
}
