import { planIncludes } from '../../catalogs/plans.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Scope } from '../../resources/scope.ts';

/** The operation that a message refuses. */
export type JobOperation = 'creating a new job' | 'updating the job';

/** `pointer` is undefined if the invalid value is in the path. */
export function invalid(pointer: string | undefined, problem: string): ApiError {
  const options = pointer === undefined ? {} : { pointer };
  return new ApiError('logpushInvalid', { problem }, options);
}

export function notAllowed(operation: JobOperation, problem: string, pointer?: string): ApiError {
  const options = pointer === undefined ? {} : { pointer };
  return new ApiError('logpushNotAllowed', { operation, problem }, options);
}

/** Throws if the plan of a zone does not include log push. */
export function requirePlan(scope: Scope): void {
  if (scope.kind === 'account' || planIncludes(scope.plan, 'enterprise')) return;
  throw new ApiError('logpushPlan', { plan: scope.plan });
}
