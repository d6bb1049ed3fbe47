import { type Alert, type AlertOf, alertId } from '../../../contracts/alert.ts';
import type { PageItem } from './item-model.ts';

export type PageAlert = Extract<Alert, { readonly resource: unknown }>;
type PageAlertKind = PageAlert['kind'];

/** The members of a kind of alert that other alerts about pages do not have. */
type Details<Kind extends PageAlertKind> = Omit<
  AlertOf<Kind>,
  'kind' | 'version' | 'id' | 'accountId' | 'zoneId' | 'at' | 'resource'
>;

/** An alert about a script or connection. The same item, kind, time and details give the same id. */
export function alertAbout<Kind extends PageAlertKind>(
  kind: Kind,
  accountId: string,
  item: PageItem,
  at: number,
  details: Details<Kind>,
): PageAlert {
  const { id, zoneId, name, host, firstPageUrl } = item;
  const type = item.kind === 'connection' ? 'connection' : 'script';
  return {
    kind,
    version: 1,
    id: alertId(kind, id, at, JSON.stringify(details)),
    accountId,
    zoneId,
    at,
    resource: { type, id, url: name, host, firstPageUrl },
    ...details,
    // The kind determines the type of the details, but TypeScript cannot infer that for a union.
  } as unknown as PageAlert;
}
