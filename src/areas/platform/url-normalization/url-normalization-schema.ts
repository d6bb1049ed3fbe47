import type { UrlNormalization } from '../../../contracts/snapshot/url-normalization.ts';
import { Resettable } from '../../../http/common-schema.ts';
import { type Static, Type } from '../../../kernel/schema.ts';

const members = {
  type: Type.Enum(['cloudflare', 'rfc3986']),
  scope: Type.Enum(['incoming', 'both', 'none']),
};
const AmbiguousPaths = Type.Enum(['refuse', 'allow']);

/** `ambiguous_paths` is an extension: if a client omits it, it keeps its value. */
export const UrlNormalizationBody = Type.Object({
  ...members,
  ambiguous_paths: Resettable(AmbiguousPaths),
});

export const UrlNormalizationResponse = Type.Object({
  ...members,
  ambiguous_paths: AmbiguousPaths,
});

export function urlNormalizationResponse({
  type,
  scope,
  ambiguousPaths,
}: UrlNormalization): Static<typeof UrlNormalizationResponse> {
  return { type, scope, ambiguous_paths: ambiguousPaths };
}
