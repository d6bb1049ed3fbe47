import { listRegions, type Region, regionCodes } from '../../catalogs/regions.ts';
import { ok, type Route } from '../../http/route.ts';
import { Type } from '../../kernel/schema.ts';
import { loadBalancingRoute } from './load-balancing-routes.ts';

const RegionsResponse = Type.Object({
  iso_standard: Type.String(),
  regions: Type.Array(
    Type.Object({
      region_code: Type.Enum([...regionCodes]),
      countries: Type.Array(
        Type.Object({
          country_code_a2: Type.String(),
          country_name: Type.String(),
          country_subdivisions: Type.Optional(
            Type.Array(
              Type.Object({ subdivision_code_a2: Type.String(), subdivision_name: Type.String() }),
            ),
          ),
        }),
      ),
    }),
  ),
});

const Code = Type.Optional(
  Type.String({ pattern: '^[A-Za-z]{2}$', 'x-expected': 'a code of two letters' }),
);
const RegionsQuery = Type.Object({
  country_code_a2: Code,
  subdivision_code: Code,
  subdivision_code_a2: Code,
});

const base = '/accounts/:account_id/load_balancers/regions';

/** The countries of each region. `region_pools` and `check_regions` use the codes of these regions. */
export function regionRoutes(): Route[] {
  const route = loadBalancingRoute('Regions');
  const access = { kind: 'capability', capability: 'pool:read' } as const;
  return [
    route({
      method: 'GET',
      path: base,
      operation: 'regions-list',
      summary: 'List regions with their countries',
      access,
      query: RegionsQuery,
      response: RegionsResponse,
      async handle({ query }) {
        const country = query.country_code_a2?.toUpperCase();
        const subdivision = (query.subdivision_code_a2 ?? query.subdivision_code)?.toUpperCase();
        return ok(
          response(listRegions().map((region) => filterRegion(region, country, subdivision))),
        );
      },
    }),
    route({
      method: 'GET',
      path: `${base}/:region_id`,
      operation: 'regions-get',
      summary: 'Read the countries of a region',
      access,
      params: Type.Object({ region_id: Type.Enum([...regionCodes]) }),
      response: RegionsResponse,
      async handle({ params }) {
        return ok(response(listRegions().filter(({ code }) => code === params['region_id'])));
      },
    }),
  ];
}

function filterRegion(
  region: Region,
  country: string | undefined,
  subdivision: string | undefined,
): Region {
  const countries = region.countries
    .filter(({ code }) => country === undefined || code === country)
    .map((each) => ({
      ...each,
      subdivisions: each.subdivisions.filter(
        ({ code }) => subdivision === undefined || code === subdivision,
      ),
    }))
    .filter(({ subdivisions }) => subdivision === undefined || subdivisions.length > 0);
  return { ...region, countries };
}

function response(found: readonly Region[]) {
  return {
    iso_standard: 'Country and subdivision codes follow ISO 3166-1 alpha-2 and ISO 3166-2',
    regions: found
      .filter(({ countries }) => countries.length > 0)
      .map(({ code, countries }) => ({
        region_code: code,
        countries: countries.map((country) => ({
          country_code_a2: country.code,
          country_name: country.name,
          ...(country.subdivisions.length > 0 && {
            country_subdivisions: country.subdivisions.map((part) => ({
              subdivision_code_a2: part.code,
              subdivision_name: part.name,
            })),
          }),
        })),
      })),
  };
}
