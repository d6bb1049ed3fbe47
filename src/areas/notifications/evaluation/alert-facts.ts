import type { Alert } from '../../../contracts/alert.ts';
import type { PageCoverage } from '../../page-monitoring/policies/page-coverage-read-model.ts';
import type { AlertFacts } from './alert-match.ts';

/** Looks up the facts that matching needs in addition to the alert. */
export async function factsOf(alert: Alert, pages: PageCoverage): Promise<AlertFacts> {
  if (!('resource' in alert)) return { isAllowed: true, isActive: true };
  const { resource, zoneId } = alert;
  return {
    isAllowed: await pages.allows(zoneId, resource),
    isActive: resource.id !== '' && (await pages.isActive(resource.id)),
  };
}
