import { ApiError } from '../../http/api-error.ts';
import type { ResourceErrors } from '../../resources/resource-model.ts';

/** A document that cannot be accepted: the member at fault, and what to do about it. */
export function invalid(pointer: string, problem: string): ApiError {
  return new ApiError('notificationInvalid', { problem }, { pointer });
}

/** `kind`: as messages name it, such as "webhook". */
export function resourceErrors(kind: string): ResourceErrors {
  return {
    notFound: (id) => new ApiError('notificationNotFound', { kind, id }),
    quotaExceeded: ({ limit }) => new ApiError('notificationQuota', { kind, limit }),
  };
}
