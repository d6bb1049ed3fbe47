import { PAGE_VIOLATIONS_TOPIC } from '../../contracts/events/page-violation.ts';
import { bool, byDefault, type Dataset, text, time } from './dataset.ts';

export const pageShieldEvents: Dataset = {
  name: 'page_shield_events',
  description: 'Violations of page policies that browsers report',
  scope: 'zone',
  topic: PAGE_VIOLATIONS_TOPIC,
  shippedBy: 'edge',
  timeField: 'Timestamp',
  fields: [
    ...[
      text('Action', 'Action of the policy, `log` or `allow`'),
      text('CSPDirective', 'Directive that was violated'),
      text('Host', 'Host of the page'),
      text('PageURL', 'URL of the page, without query'),
      text('PolicyID', 'Id of the policy'),
      text('ResourceType', '`script`, `connection` or `other`'),
      time('Timestamp', 'When the report arrived'),
      text('URL', 'What violated the policy: a URL, or a keyword such as `inline`'),
      text('URLHost', 'Host of that URL'),
    ].map(byDefault),
    bool('URLContainsCDNCGIPath', 'Deprecated: whether that URL is below `/cdn-cgi/`'),
  ],
};
