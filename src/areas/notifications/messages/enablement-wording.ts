import type { AlertOf } from '../../../contracts/alert.ts';
import { toSecondText } from '../../../kernel/timestamp.ts';
import { balancersOf, factsOf, type Wording } from './description.ts';
import { counted, listText, plainText } from './plain-text.ts';

const stateOf = (enabled: boolean) => (enabled ? 'Enabled' : 'Disabled');

export const enablementWording: Wording<AlertOf<'pool_enablement'>> = {
  describe(alert, context) {
    const pool = plainText(alert.poolName);
    const balancers = balancersOf(alert.poolId, context);
    return {
      severity: alert.enabled ? 'info' : 'warning',
      title: `[${stateOf(alert.enabled)}] ${pool}`,
      text: alert.enabled
        ? `Pool ${pool} was enabled: it is probed and takes traffic again.`
        : `Pool ${pool} was disabled: it is not probed and takes no traffic.`,
      facts: factsOf({
        Pool: pool,
        State: stateOf(alert.enabled),
        'Load balancers': balancers,
      }),
      data: {
        account_name: context.account.name,
        account_tag: context.account.id,
        pool_id: alert.poolId,
        pool_name: alert.poolName,
        enabled: alert.enabled,
        load_balancer_name: balancers,
        timestamp: toSecondText(alert.at),
      },
      incident: null,
    };
  },

  summarize(alerts) {
    const latest = new Map(alerts.map((alert) => [plainText(alert.poolName), alert.enabled]));
    const disabled = [...latest].flatMap(([pool, enabled]) => (enabled ? [] : [pool]));
    const changes = counted(alerts.length, 'change');
    return {
      severity: disabled.length === 0 ? 'info' : 'warning',
      title: `[${stateOf(disabled.length === 0)}] ${listText([...latest.keys()])}: ${changes}`,
      text: `Pools were enabled or disabled ${counted(alerts.length, 'time')}. ${
        disabled.length === 0 ? 'All are enabled now.' : `Disabled now: ${listText(disabled, 5)}.`
      }`,
    };
  },
};
