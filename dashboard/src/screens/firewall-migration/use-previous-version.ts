import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { readAllPages } from '../../api/paged-query.ts';

/** A part of the previous version, with how it is set. */
export interface PreviousPart {
  readonly kind: string;
  readonly name: string;
  readonly set: string;
  /** Whether it has no effect as it is. */
  readonly isDefault?: boolean;
}

const MOST_PER_PAGE = 100;

/** Everything that the migration reads. It ends with the migration, so it is asked for before only. */
export function usePreviousVersion(zoneId: string, isEnabled: boolean) {
  return useQuery({
    queryKey: ['previous-version', zoneId],
    queryFn: () => readPreviousVersion(zoneId),
    enabled: isEnabled,
  });
}

async function readPreviousVersion(zoneId: string): Promise<readonly PreviousPart[]> {
  const params = { zone_id: zoneId };
  const [waf, packages, firewallRules, pageRules] = await Promise.all([
    callApi('GET /zones/{zone_id}/settings/{setting_id}', {
      params: { ...params, setting_id: 'waf' },
    }),
    callApi('GET /zones/{zone_id}/firewall/waf/packages', { params }),
    readAllPages('GET /zones/{zone_id}/firewall/rules', {
      params,
      query: { action: 'bypass', per_page: MOST_PER_PAGE },
    }),
    callApi('GET /zones/{zone_id}/pagerules', { params }),
  ]);
  // What is changed in the OWASP package is in the comparison: it is not carried over.
  const managed = packages.result.filter(({ detection_mode: mode }) => mode === 'traditional');
  const changed = await Promise.all(managed.map(({ id }) => changesOf(zoneId, id)));
  return [
    {
      kind: 'setting',
      name: 'waf',
      set: String(waf.result.value),
      isDefault: waf.result.value === 'off',
    },
    ...packages.result.flatMap(({ name, sensitivity, action_mode: action }) =>
      sensitivity === undefined
        ? []
        : [
            {
              kind: 'package',
              name,
              set: `sensitivity ${sensitivity}${sensitivity === 'off' ? '' : `, ${action}`}`,
              // It acts only while the setting is on.
              isDefault: true,
            },
          ],
    ),
    ...changed.flat(),
    ...firewallRules
      .flatMap(({ result }) => result)
      .filter(({ products }) => products?.includes('waf'))
      .map(({ id, description, filter }) => ({
        kind: 'firewall rule',
        name: description || id,
        set: `bypass where ${filter.expression}`,
      })),
    ...pageRules.result.flatMap(({ targets, actions }) => {
      const acting = actions.filter(({ id }) => id === 'waf' || id === 'disable_security');
      const set = acting.map(({ id, value }) => (value === undefined ? id : `${id} ${value}`));
      if (set.length === 0) return [];
      return [{ kind: 'page rule', name: targets[0]?.constraint.value ?? '', set: set.join(', ') }];
    }),
  ];
}

/** Groups that are switched off, and rules with a mode of their own. */
async function changesOf(zoneId: string, packageId: string): Promise<PreviousPart[]> {
  const params = { zone_id: zoneId, package_id: packageId };
  const groups = await readAllPages(
    'GET /zones/{zone_id}/firewall/waf/packages/{package_id}/groups',
    {
      params,
      query: { mode: 'off', per_page: MOST_PER_PAGE },
    },
  );
  const rules = await readAllPages(
    'GET /zones/{zone_id}/firewall/waf/packages/{package_id}/rules',
    {
      params,
      query: { per_page: MOST_PER_PAGE },
    },
  );
  return [
    ...groups
      .flatMap(({ result }) => result)
      .map(({ name }) => ({ kind: 'group', name, set: 'off' })),
    ...rules
      .flatMap(({ result }) => result)
      .filter(({ mode }) => mode !== 'default' && mode !== 'on')
      .map(({ id, description, mode }) => ({
        kind: 'rule',
        name: `${id} ${description}`,
        set: mode,
      })),
  ];
}
