import { ApiError } from '../../http/api-error.ts';
import type { ResourceErrors } from '../../resources/resource-model.ts';

/** An invalid document: the pointer to the member, and a problem text that includes the remedy. */
export function invalid(pointer: string, problem: string): ApiError {
  return new ApiError('notificationInvalid', { problem }, { pointer });
}

/** `kind` is its name in messages, such as "webhook". */
export function resourceErrors(kind: string): ResourceErrors {
  return {
    notFound: (id) => new ApiError('notificationNotFound', { kind, id }),
    quotaExceeded: ({ limit }) => new ApiError('notificationQuota', { kind, limit }),
  };
}
