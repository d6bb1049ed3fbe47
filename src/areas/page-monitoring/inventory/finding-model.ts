import { createHash } from 'node:crypto';
import type { PageFinding, PageFindingKind } from '../../../contracts/events/page-finding.ts';
import type { PageItem } from './item-model.ts';

/** What is worth an alert about a script or connection. The same at every try, so that it is told apart from others. */
export function findingAbout(
  kind: PageFindingKind,
  accountId: string,
  item: PageItem,
  at: number,
  details: PageFinding['details'] = {},
): PageFinding {
  return {
    id: findingId(kind, item.id, at),
    kind,
    zoneId: item.zoneId,
    accountId,
    at,
    resource: {
      type: item.kind === 'connection' ? 'connection' : 'script',
      id: item.id,
      url: item.name,
      host: item.host,
      firstPageUrl: item.firstPageUrl,
    },
    details,
  };
}

export function findingId(kind: PageFindingKind, about: string, at: number): string {
  return createHash('sha256').update(`${kind} ${about} ${at}`).digest('hex').slice(0, 32);
}
