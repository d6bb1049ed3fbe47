import { ApiError } from '../../http/api-error.ts';
import type { ResourceErrors } from '../../resources/resource-model.ts';

/** The errors of a kind of destination: "webhook". */
export function destinationErrors(kind: string): ResourceErrors {
  return {
    notFound: (id) => new ApiError('destinationNotFound', { kind, id }),
    quotaExceeded: ({ limit }) => new ApiError('destinationQuota', { kind: `${kind}s`, limit }),
  };
}
