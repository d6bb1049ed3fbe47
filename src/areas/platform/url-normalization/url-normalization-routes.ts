import {
  defaultUrlNormalization,
  type UrlNormalization,
} from '../../../contracts/snapshot/url-normalization.ts';
import { orDefault } from '../../../http/common-schema.ts';
import { type Notice, notice } from '../../../http/envelope.ts';
import { noContent, ok, type Route, routeTable } from '../../../http/route.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import {
  UrlNormalizationBody,
  UrlNormalizationResponse,
  urlNormalizationResponse,
} from './url-normalization-schema.ts';
import type { UrlNormalizationService } from './url-normalization-service.ts';

const PATH = '/zones/:zone_id/url_normalization';

export function urlNormalizationRoutes(
  settings: UrlNormalizationService,
  findZone: ZoneFinder,
): Route[] {
  const route = routeTable({ tag: 'Zones', service: 'product' });
  return [
    route({
      method: 'GET',
      path: PATH,
      operation: 'url-normalization-get',
      summary: 'Read how the paths of a zone are normalised',
      access: { kind: 'capability', capability: 'zone-setting:read' },
      response: UrlNormalizationResponse,
      async handle({ params }) {
        const found = await settings.get(await findZone(params.zone_id));
        return ok(urlNormalizationResponse(found), noticesFor(found));
      },
    }),
    route({
      method: 'PUT',
      path: PATH,
      operation: 'url-normalization-replace',
      summary: 'Set how the paths of a zone are normalised',
      access: { kind: 'capability', capability: 'zone-setting:write' },
      body: UrlNormalizationBody,
      response: UrlNormalizationResponse,
      async handle({ params, principal, body }) {
        const { type, scope } = body;
        const ambiguousPaths = orDefault(
          body.ambiguous_paths,
          defaultUrlNormalization.ambiguousPaths,
        );
        const zone = await findZone(params.zone_id);
        const changed = await settings.replace(principal.actor, zone, {
          type,
          scope,
          ...(ambiguousPaths && { ambiguousPaths }),
        });
        return ok(urlNormalizationResponse(changed), noticesFor(changed));
      },
    }),
    route({
      method: 'DELETE',
      path: PATH,
      operation: 'url-normalization-reset',
      summary: 'Reset the normalisation of paths of a zone to the defaults',
      access: { kind: 'capability', capability: 'zone-setting:write' },
      async handle({ params, principal }) {
        await settings.reset(principal.actor, await findZone(params.zone_id));
        return noContent;
      },
    }),
  ];
}

/** An origin that interprets an unnormalised path differently may serve resources that no rule has checked. */
function noticesFor({ scope }: UrlNormalization): Notice[] {
  return scope === 'both' ? [] : [notice('originSpelling', { scope })];
}
