import type { AlertOf } from '../../../contracts/alert.ts';
import { toSecondText } from '../../../kernel/timestamp.ts';
import { factsOf, type Wording, worst, zoneName } from './description.ts';
import type { Severity } from './message.ts';
import { counted, listText, plainText, timeText } from './plain-text.ts';

type Expiring = AlertOf<'certificate_expiring'> | AlertOf<'token_expiring'>;

const DAY_MS = 86_400_000;
/** At most this many days before the expiry, the alert is urgent. */
const URGENT_DAYS = 7;

/** Certificates about to expire. */
export const certificateWording: Wording<AlertOf<'certificate_expiring'>> = {
  describe(alert, context) {
    const names = alert.names.map((name) => plainText(name));
    const zone = zoneName(alert.zoneId, context);
    const subject = names[0] ?? zone;
    return {
      severity: severityOf(alert),
      title: `Certificate ${deadline(alert)}: ${subject}`,
      text:
        `The certificate of ${listText(names.length === 0 ? [zone] : names)} ${deadline(alert)}. ` +
        'Renew it, or visitors will see warnings instead of the site.',
      facts: factsOf({
        Zone: zone,
        Names: listText(names, 20),
        'Valid until': timeText(alert.expiresAt),
      }),
      data: {
        zone,
        zone_id: alert.zoneId,
        names: alert.names,
        expires_on: toSecondText(alert.expiresAt),
      },
      incident: null,
    };
  },
  summarize: (alerts, context) => {
    const names = alerts.map(({ names, zoneId }) =>
      plainText(names[0] ?? zoneName(zoneId, context)),
    );
    return summaryOf(alerts, 'certificate', names);
  },
};

/** API tokens about to expire. */
export const tokenWording: Wording<AlertOf<'token_expiring'>> = {
  describe(alert) {
    const name = plainText(alert.tokenName) || alert.tokenId;
    return {
      severity: severityOf(alert),
      title: `API token ${deadline(alert)}: ${name}`,
      text: `The API token ${name} ${deadline(alert)}. Requests with it will then be refused.`,
      facts: factsOf({
        Token: name,
        'Token id': alert.tokenId,
        'Valid until': timeText(alert.expiresAt),
      }),
      data: {
        token_id: alert.tokenId,
        token_name: alert.tokenName,
        expires_on: toSecondText(alert.expiresAt),
      },
      incident: null,
    };
  },
  summarize: (alerts) =>
    summaryOf(
      alerts,
      'API token',
      alerts.map(({ tokenName, tokenId }) => plainText(tokenName) || tokenId),
    ),
};

const daysLeft = ({ at, expiresAt }: Expiring) => Math.floor((expiresAt - at) / DAY_MS);

function severityOf(alert: Expiring): Severity {
  return daysLeft(alert) < URGENT_DAYS ? 'critical' : 'warning';
}

function deadline(alert: Expiring): string {
  const days = daysLeft(alert);
  if (days < 0) return 'has expired';
  return days === 0 ? 'expires within a day' : `expires in ${counted(days, 'day')}`;
}

function summaryOf(alerts: readonly Expiring[], thing: string, names: readonly string[]) {
  const distinct = [...new Set(names)];
  const things = counted(distinct.length, thing);
  return {
    severity: worst(alerts.map(severityOf)),
    title: `${things} about to expire: ${listText(distinct)}`,
    text: `${things} about to expire: ${listText(distinct, 10)}.`,
  };
}
