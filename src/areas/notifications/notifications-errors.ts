import { ApiError } from '../../http/api-error.ts';
import { describeReferrers } from '../../resources/referrers.ts';
import type { ReferenceCheck, ResourceErrors } from '../../resources/resource-model.ts';

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

/** The error for something that policies use. */
export function referenced(kind: string): ReferenceCheck<unknown>['error'] {
  return (id, referrers) => {
    const references = describeReferrers(referrers);
    return new ApiError('notificationReferenced', { kind, id, references });
  };
}
