import type { Alert, AlertOf } from '../../../contracts/alert.ts';
import { toSecondText } from '../../../kernel/timestamp.ts';
import { factsOf, type Wording, worst, zoneName } from './description.ts';
import type { Severity } from './message.ts';
import { capitalized, counted, listText, plainText, withoutLink } from './plain-text.ts';

type PageAlert = Extract<Alert, { readonly resource: unknown }>;
type PageKind = PageAlert['kind'];

/** Addresses are longer than names, and their end is often the most important part. */
const MAX_ADDRESS = 500;

interface PageWords<Kind extends PageKind> {
  readonly severity: Severity;
  /** Nouns of titles, singular and plural. */
  readonly one: string;
  readonly many: string;
  /** `type` is `script` or `connection`. */
  sentence(alert: AlertOf<Kind>, type: string, zone: string): string;
  /** Facts and data in addition to those of every alert about a page. */
  details?(alert: AlertOf<Kind>): Details;
}

interface Details {
  readonly facts: Readonly<Record<string, string | null | undefined>>;
  readonly data: Readonly<Record<string, unknown>>;
}

const firstSeen = ({ at }: PageAlert): Details => ({
  facts: {},
  data: { first_seen_at: toSecondText(at) },
});

const reported = ({ categories }: { readonly categories: readonly string[] }): Details => ({
  facts: { Categories: categories.map((category) => plainText(category)).join(', ') },
  data: { categories },
});

const words: { readonly [Kind in PageKind]: PageWords<Kind> } = {
  page_new_resource: {
    severity: 'info',
    one: 'new resource',
    many: 'new resources',
    sentence: (_, type, zone) => `A new ${type} was seen on ${zone}.`,
    details: firstSeen,
  },
  page_new_domain: {
    severity: 'info',
    one: 'new domain',
    many: 'new domains',
    sentence: ({ domain }, type, zone) =>
      `The first ${type} from ${plainText(domain)} was seen on ${zone}.`,
    details: (alert) => ({
      facts: { Domain: plainText(alert.domain) },
      data: { domain: alert.domain, first_seen_at: toSecondText(alert.at) },
    }),
  },
  page_url_too_long: {
    severity: 'warning',
    one: 'URL over the length limit',
    many: 'URLs over the length limit',
    sentence: (_, type, zone) => `A ${type} on ${zone} has a URL that is too long to be monitored.`,
  },
  page_code_change: {
    severity: 'warning',
    one: 'changed script',
    many: 'changed scripts',
    sentence: (_, _type, zone) => `The code of a script on ${zone} changed.`,
    details: ({ hash, hashBefore, at }) => ({
      facts: { 'Hash of the code': hash, 'Hash before': hashBefore },
      data: { versions: [{ hash, fetched_at: toSecondText(at) }, { hash: hashBefore }] },
    }),
  },
  page_foreign_code: {
    severity: 'warning',
    one: 'script with different code for visitors',
    many: 'scripts with different code for visitors',
    sentence: (_, _type, zone) =>
      `Visitors of ${zone} received different code of a script than Palisade.`,
    details: ({ hash, fetchedHash }) => ({
      facts: { 'Hash for visitors': hash, 'Hash for Palisade': fetchedHash },
      data: { versions: [{ hash }, { hash: fetchedHash }] },
    }),
  },
  page_malicious_script: {
    severity: 'critical',
    one: 'malicious script',
    many: 'malicious scripts',
    sentence: (_, _type, zone) => `The code of a script on ${zone} looks malicious.`,
    details: ({ hash, integrityScore }) => ({
      facts: { 'Hash of the code': hash, 'Integrity score': integrityScore?.toString() },
      data: { js_integrity_score: integrityScore, versions: [{ hash }] },
    }),
  },
  page_malicious_domain: {
    severity: 'critical',
    one: 'malicious domain',
    many: 'malicious domains',
    sentence: ({ domain }, type, zone) =>
      `A ${type} on ${zone} uses ${withoutLink(plainText(domain))}, a domain that was reported as malicious.`,
    details: (alert) => ({
      facts: { Domain: withoutLink(plainText(alert.domain)), ...reported(alert).facts },
      data: { domain: alert.domain, ...reported(alert).data },
    }),
  },
  page_malicious_url: {
    severity: 'critical',
    one: 'malicious URL',
    many: 'malicious URLs',
    sentence: (_, type, zone) => `A ${type} on ${zone} has a URL that was reported as malicious.`,
    details: reported,
  },
};

/** Scripts and connections on the pages of zones, for the types `scriptmonitor_alert_…`. */
export const pageWording: Wording<PageAlert> = {
  describe(alert, context) {
    // The kind determines the type of the words, but TypeScript cannot infer that for a union.
    const { severity, one, sentence, details } = words[alert.kind] as PageWords<PageKind>;
    const zone = zoneName(alert.zoneId, context);
    const { type, id, url, host, firstPageUrl } = alert.resource;
    const shown = severity === 'critical' ? withoutLink : (address: string) => address;
    const { facts, data } = details?.(alert) ?? { facts: {}, data: {} };
    return {
      severity,
      title: `${capitalized(one)} on ${zone}`,
      text: sentence(alert, type, zone),
      facts: factsOf({
        Zone: zone,
        [type === 'script' ? 'Script' : 'Connection']: shown(plainText(url, MAX_ADDRESS)),
        Host: shown(plainText(host)),
        'First seen on': plainText(firstPageUrl, MAX_ADDRESS),
        ...facts,
      }),
      data: {
        severity,
        zones: [zone],
        resources: [
          {
            id,
            url,
            host,
            resource_type: type,
            first_page_url: firstPageUrl,
            detected_at: toSecondText(alert.at),
            ...data,
          },
        ],
      },
      incident: null,
    };
  },

  summarize(alerts, context) {
    const zones = [...new Set(alerts.map(({ zoneId }) => zoneName(zoneId, context)))];
    const kinds = Object.groupBy(alerts, ({ kind }) => kind);
    const counts = Object.entries(kinds).map(([kind, { length }]) => {
      const { one, many } = words[kind as PageKind];
      return counted(length, one, many);
    });
    const title = `${listText(counts)} on ${listText(zones)}`;
    return {
      severity: worst(alerts.map((alert) => words[alert.kind].severity)),
      title,
      text: `Palisade found ${title}.`,
    };
  },

  join(alertType, data) {
    return {
      type: alertType,
      severity: worst(data.map(({ severity }) => severity as Severity)),
      zones: [...new Set(data.flatMap(({ zones }) => zones as string[]))],
      resources: data.flatMap(({ resources }) => resources as unknown[]),
    };
  },
};
