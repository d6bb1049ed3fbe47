import { ApiError } from '../../http/api-error.ts';
import { describeReferrers } from '../../resources/referrers.ts';
import type { ReferenceCheck, ResourceErrors } from '../../resources/resource-model.ts';
import { nouns, type ResourceType } from './references/reference-model.ts';

/** An invalid document: the pointer to the member, and a problem text that includes the remedy. */
export function invalid(pointer: string, problem: string): ApiError {
  return new ApiError('loadBalancingInvalid', { problem }, { pointer });
}

export function notUnique(type: ResourceType, name: string): ApiError {
  const values = { kind: nouns[type], name };
  return new ApiError('loadBalancingNotUnique', values, { pointer: '/name' });
}

export function resourceErrors(type: ResourceType): ResourceErrors {
  const kind = nouns[type];
  return {
    notFound: (id) => new ApiError('loadBalancingNotFound', { kind, id }),
    quotaExceeded: ({ owner, limit }) => new ApiError('loadBalancingQuota', { owner, limit, kind }),
  };
}

export function referenced(type: ResourceType): ReferenceCheck<unknown>['error'] {
  return (id, referrers) => {
    const references = describeReferrers(referrers);
    return new ApiError('loadBalancingReferenced', { kind: nouns[type], id, references });
  };
}
