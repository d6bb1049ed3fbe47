import { ApiError } from '../../http/api-error.ts';
import { nouns, type Reference, type ResourceType } from './resource-model.ts';

const MOST_NAMED = 20;

/** A document that cannot be taken: where, and what to do about it. */
export function invalid(pointer: string, problem: string): ApiError {
  return new ApiError('loadBalancingInvalid', { problem }, { pointer });
}

export function notFound(type: ResourceType, id: string): ApiError {
  return new ApiError('loadBalancingNotFound', { kind: nouns[type], id });
}

export function notUnique(type: ResourceType, name: string): ApiError {
  const values = { kind: nouns[type], name };
  return new ApiError('loadBalancingNotUnique', values, { pointer: '/name' });
}

/** Names what still refers to a resource, so that nobody has to search for it. */
export function referenced(
  type: ResourceType,
  id: string,
  referrers: readonly Reference[],
): ApiError {
  const named = referrers
    .slice(0, MOST_NAMED)
    .map((each) => `${nouns[each.type]} "${each.name}" (${each.id})`);
  const more = referrers.length - named.length;
  return new ApiError('loadBalancingReferenced', {
    kind: nouns[type],
    id,
    references: [...named, ...(more > 0 ? [`${more} more`] : [])].join(', '),
  });
}
