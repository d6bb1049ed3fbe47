import { hasPageFeature, type PageFeature, pageFeatures } from '../../catalogs/page-features.ts';
import { ApiError } from '../../http/api-error.ts';

/** The name of the missing resource in messages. */
export type ItemNoun = 'Script' | 'Connection' | 'Cookie' | 'Policy';

export function notFound(kind: ItemNoun, id: string): ApiError {
  return new ApiError('pageItemNotFound', { kind, id });
}

/** Throws if the plan of a zone does not include a feature. */
export function requireFeature(plan: string, feature: PageFeature): void {
  if (hasPageFeature(plan, feature)) return;
  throw new ApiError('notEntitled', { feature: pageFeatures[feature].text, plan });
}

export function invalidQuery(parameter: string, problem: string): ApiError {
  return new ApiError('invalidQuery', { problem: `the parameter "${parameter}" ${problem}` });
}
