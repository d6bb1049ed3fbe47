import { useScope } from '../parts/address/scope.ts';
import { type Page, pages } from './pages.ts';

/** The pages that can be opened from here, with the account or zone that they are about. */
export function useReachablePages(): readonly { readonly page: Page; readonly scopeId: string }[] {
  const { accountId, linkedZoneId } = useScope();
  const ids = { account: accountId, zone: linkedZoneId };
  return pages.flatMap((page) => {
    const scopeId = ids[page.scope];
    return scopeId === undefined ? [] : [{ page, scopeId }];
  });
}
