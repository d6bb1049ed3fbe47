import { owaspPackage } from '../../../catalogs/previous-firewall/owasp-package.ts';
import { type Notice, notice } from '../../../http/envelope.ts';
import { isPatternOf } from '../url-pattern/url-pattern.ts';
import { completeOverride, type UriOverrideDocument } from './override-model.ts';

const counted = new Set([...owaspPackage.groups, ...owaspPackage.rules].map(({ id }) => id));

const reason =
  'rules of an anomaly package only add to a score, so any action but "disable" and "default" counts them. Use "rewrite_action" for what happens at a high score';

/** Notices about URLs of other zones, and about actions for rules of the OWASP package, which only add to a score. */
export function overrideNotices(document: UriOverrideDocument, zoneName: string): Notice[] {
  return [...foreignUrls(document, zoneName), ...countedActions(document)];
}

function foreignUrls(document: UriOverrideDocument, zoneName: string): Notice[] {
  const { urls } = completeOverride(document);
  return urls.flatMap((url, n) =>
    isPatternOf(url, zoneName)
      ? []
      : notice('memberIdle', {
          pointer: `/urls/${n}`,
          reason: `its host is not in the zone ${zoneName}`,
        }),
  );
}

function countedActions(document: UriOverrideDocument): Notice[] {
  const { groups, rules } = completeOverride(document);
  return Object.entries({ groups, rules }).flatMap(([member, actions]) =>
    Object.entries(actions)
      .filter(([id, action]) => counted.has(id) && action !== 'disable' && action !== 'default')
      .map(([id]) => notice('memberIdle', { pointer: `/${member}/${id}`, reason })),
  );
}
