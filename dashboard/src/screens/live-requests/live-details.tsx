import { Link } from '@tanstack/react-router';
import { keptSearch } from '../../parts/address/kept-search.ts';
import { useZoneId } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { JsonView } from '../../parts/code/code-view.tsx';
import { CopiedId } from '../../parts/controls/copy-button.tsx';
import { Tabs } from '../../parts/controls/tabs.tsx';
import { type LiveField, type LiveRequest, textOf } from '../../parts/live/live-request.ts';
import { SidePanel } from '../../parts/panel/side-panel.tsx';
import { Partial } from '../../parts/states/partial.tsx';
import { RequestTrace } from '../../parts/trace/request-trace.tsx';

const tabs = [
  { id: 'request', label: 'Request' },
  { id: 'trace', label: 'Trace' },
  { id: 'json', label: 'JSON' },
] as const;

interface LiveDetailsProps {
  readonly rayId: string;
  /** Undefined if it is no longer in the list. */
  readonly request: LiveRequest | undefined;
  readonly onClose: () => void;
}

export function LiveDetails({ rayId, request, onClose }: LiveDetailsProps) {
  const [search, change] = usePageSearch();
  const { id: open } = tabs.find(({ id }) => id === search.tab) ?? tabs[0];
  const title = request
    ? `${textOf(request, 'ClientRequestMethod')} ${textOf(request, 'ClientRequestPath')}`
    : 'Request';
  const gone = (
    <Partial>This request is no longer in the list. Its trace may still be there.</Partial>
  );
  const contents = {
    request: request ? <Facts request={request} /> : gone,
    trace: <RequestTrace rayId={rayId} />,
    json: request ? <JsonView value={request} label="request" /> : gone,
  };
  return (
    <SidePanel title={title} onClose={onClose}>
      <Tabs
        label="View"
        tabs={tabs}
        open={open}
        onOpen={(tab) => change({ tab: tab === 'request' ? undefined : tab }, { replace: true })}
      >
        {contents[open]}
      </Tabs>
    </SidePanel>
  );
}

const shown: readonly (readonly [string, LiveField, string?])[] = [
  ['Time', 'EdgeStartTimestamp'],
  ['Host', 'ClientRequestHost'],
  ['Path and query', 'ClientRequestURI'],
  ['Address', 'ClientIP'],
  ['Country', 'ClientCountry'],
  ['Network', 'ClientASN'],
  ['User agent', 'ClientRequestUserAgent'],
  ['Referrer', 'ClientRequestReferer'],
  ['Protocol', 'ClientRequestProtocol'],
  ['TLS', 'ClientSSLProtocol'],
  ['Received', 'ClientRequestBytes', 'bytes'],
  ['Status', 'EdgeResponseStatus'],
  ['Sent', 'EdgeResponseBytes', 'bytes'],
  ['First byte', 'EdgeTimeToFirstByteMs', 'ms'],
  ['Origin', 'OriginIP'],
  ['Status of the origin', 'OriginResponseStatus'],
  ['Time of the origin', 'OriginResponseDurationMs', 'ms'],
  ['Action', 'SecurityAction'],
  ['Rule', 'SecurityRuleDescription'],
  ['Attack score', 'WAFAttackScore'],
];

function Facts({ request }: { request: LiveRequest }) {
  const zoneId = useZoneId();
  const [search] = usePageSearch();
  const ray = textOf(request, 'RayID');
  return (
    <div className="live-details">
      <dl className="facts">
        {shown
          .map(([title, field, unit]) => ({ title, unit, text: textOf(request, field) }))
          // A network or status of 0 stands for none.
          .filter(({ text, unit }) => text !== '' && (text !== '0' || unit !== undefined))
          .map(({ title, unit, text }) => (
            <div key={title} className="fact">
              <dt>{title}</dt>
              <dd>{unit ? `${text}\u2009${unit}` : text}</dd>
            </div>
          ))}
        <dt>Ray id</dt>
        <dd>
          <CopiedId id={ray} />
        </dd>
      </dl>
      <Link
        to={`/zones/${zoneId}/security/events`}
        search={{ ...keptSearch({ ...search }), filter: [`ray:${ray}`] }}
      >
        Security events of this request
      </Link>
    </div>
  );
}
