import type { AlertFilter, AlertType } from '../../../catalogs/alert-types/alert-type.ts';
import { alertTypes } from '../../../catalogs/alert-types/alert-types.ts';
import { ok, type Route } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import { planCheckOf } from '../account-plans.ts';
import { alertingBase, alertingRoute, readAccess } from '../notifications-routes.ts';

const FilterOption = Type.Object({
  Key: Type.String(),
  ComparisonOperator: Type.String(),
  /** Allowed number of values of the filter: `0-n`, `1-n`, `0-1`. */
  Range: Type.String(),
  AvailableValues: Type.Union([
    Type.Array(Type.Object({ ID: Type.String(), Description: Type.String() })),
    Type.Null(),
  ]),
});

const AvailableAlert = Type.Object({
  type: Type.String(),
  display_name: Type.String(),
  description: Type.String(),
  filter_options: Type.Array(FilterOption),
  /** The lowest plan that a zone of the account must have, and whether one has it. */
  plan: Type.String(),
  eligible: Type.Boolean(),
});

export function availableAlertRoutes(zones: ZoneDirectory): Route[] {
  const route = alertingRoute('Notification policies');
  return [
    route({
      method: 'GET',
      path: `${alertingBase}/available_alerts`,
      operation: 'available-alerts-list',
      summary: 'List the types of alerts and their filters, by product',
      access: readAccess,
      response: Type.Record(Type.String(), Type.Array(AvailableAlert)),
      async handle({ params }) {
        const isEligible = await planCheckOf(zones, params.account_id);
        const byProduct = Map.groupBy(alertTypes, ({ product }) => product);
        const described = [...byProduct].map(([product, types]) => [
          product,
          types.map((type) => availableAlert(type, isEligible(type.plan))),
        ]);
        return ok(Object.fromEntries(described));
      },
    }),
  ];
}

function availableAlert(
  { type, displayName, description, filters, plan = 'free' }: AlertType,
  eligible: boolean,
) {
  return {
    type,
    display_name: displayName,
    description,
    filter_options: filters.map(filterOption),
    plan,
    eligible,
  };
}

function filterOption({ key, isRequired, values, max }: AlertFilter) {
  return {
    Key: key,
    ComparisonOperator: '==',
    Range: `${isRequired ? 1 : 0}-${max ?? 'n'}`,
    AvailableValues:
      values?.map(({ id, description }) => ({ ID: id, Description: description })) ?? null,
  };
}
