import { auditProductCategories } from '../../../catalogs/audit-products.ts';
import { ApiError } from '../../../http/api-error.ts';
import { DirectionQuery } from '../../../http/common-schema.ts';
import { okPage, okSlice, type Route, routeTable } from '../../../http/route.ts';
import { pageOf } from '../../../kernel/page.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import {
  type AuditLogFilter,
  type AuditLogReadModel,
  auditLogFilterNames,
} from './audit-log-read-model.ts';
import { AuditLogResponse, auditLogResponse } from './audit-log-schema.ts';
import { readAuditTime } from './audit-routes.ts';

const Time = Type.Optional(Type.String({ maxLength: 40 }));
const Values = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { minItems: 1, maxItems: 50 }),
);

const filterQuery = Object.fromEntries(
  auditLogFilterNames.flatMap((name) => [
    [name, Values],
    [`${name}.not`, Values],
  ]),
);

const ListQuery = Type.Object({
  since: Time,
  before: Time,
  direction: DirectionQuery('desc'),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  cursor: Type.Optional(Type.String({ maxLength: 64 })),
  /** Categories of products, besides those in `resource_product`. */
  product_category: Values,
});

const Named = { value: Type.String(), label: Type.String() };
const CategoryResponse = Type.Object({ ...Named, products: Type.Array(Type.Object(Named)) });

/** The audit log in its newer form: more about the actor, filters that exclude, slices instead of pages. */
export function auditLogRoutes(audit: AuditLogReadModel): Route[] {
  const route = routeTable({
    tag: 'Audit log',
    service: 'product',
    unknownParameters: 'refuse',
  });
  return [
    route({
      method: 'GET',
      path: '/accounts/:account_id/logs/audit',
      operation: 'account-logs-audit-list',
      summary: 'List who changed what in an account, newest first, with more about the actors',
      access: { kind: 'capability', capability: 'account:read', forDeleted: true },
      query: Type.Object({ ...ListQuery.properties, ...filterQuery }),
      response: AuditLogResponse,
      list: 'cursor',
      async handle({ params, query }) {
        const { since, before, direction, limit, cursor } = query as Static<typeof ListQuery>;
        const rows = await audit.list({
          accountId: params.account_id,
          filters: filtersOf(query),
          since: readAuditTime('since', since),
          before: readAuditTime('before', before),
          direction,
          after: readCursor(cursor),
          // One entry more than requested shows whether there is a next slice.
          limit: limit + 1,
        });
        const shown = rows.slice(0, limit);
        const after = rows.length > limit ? String(shown.at(-1)?.seq) : undefined;
        return okSlice(shown.map(auditLogResponse), limit, after);
      },
    }),
    route({
      method: 'GET',
      path: '/accounts/:account_id/logs/audit/product_categories',
      operation: 'account-logs-audit-product-categories',
      summary: 'List the categories of products by which audit logs can be filtered',
      access: { kind: 'capability', capability: 'account:read', forDeleted: true },
      response: CategoryResponse,
      list: true,
      async handle() {
        const items = auditProductCategories.map(({ value, label, products }) => ({
          value,
          label,
          products: products.map((each) => ({ value: each.value, label: each.label })),
        }));
        return okPage(pageOf(items, items.length, { page: 1, perPage: items.length }));
      },
    }),
  ];
}

function filtersOf(query: Readonly<Record<string, unknown>>): AuditLogFilter[] {
  const valuesOf = (name: string) => query[name] as readonly string[] | undefined;
  const products = productsOf(valuesOf('product_category'), valuesOf('resource_product'));
  return auditLogFilterNames.flatMap((name) =>
    [name, `${name}.not`].flatMap((parameter): AuditLogFilter[] => {
      const values = parameter === 'resource_product' ? products : valuesOf(parameter);
      return values ? [{ name, values, isNegated: parameter !== name }] : [];
    }),
  );
}

/** The products that entries may have: those of the categories, and those that are named themselves. */
function productsOf(
  categories: readonly string[] | undefined,
  named: readonly string[] = [],
): readonly string[] | undefined {
  if (!categories) return named.length > 0 ? named : undefined;
  return [...named, ...categories.flatMap(productsOfCategory)];
}

function productsOfCategory(value: string): string[] {
  const found = auditProductCategories.find((each) => each.value === value.toLowerCase());
  if (found) return found.products.map((each) => each.value);
  const known = auditProductCategories.map((each) => each.value).join(', ');
  const problem = `there is no product category "${value}"; there are ${known}`;
  throw new ApiError('invalidQuery', { problem });
}

function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  const problem = 'the parameter "cursor" must be a cursor from an earlier response';
  throw new ApiError('invalidQuery', { problem });
}
