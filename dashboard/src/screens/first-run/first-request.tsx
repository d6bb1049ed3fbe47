import { isLocalName, siteUrl } from '../../parts/edge/edge-address.ts';
import { EdgeCommand } from '../../parts/edge/edge-command.tsx';
import { useEdgeAddress } from '../../parts/edge/use-edge-address.ts';
import { type LiveRequest, textOf } from '../../parts/live/live-request.ts';
import { Partial } from '../../parts/states/partial.tsx';

interface FirstRequestProps {
  readonly name: string;
  readonly requests: readonly LiveRequest[];
  readonly hasTraffic: boolean;
}

/** How to send a request through the edge, and the requests as they arrive. */
export function FirstRequest({ name, requests, hasTraffic }: FirstRequestProps) {
  const edge = useEdgeAddress();
  return (
    <>
      <p className="secondary">Paste this into a terminal. It requests the site from the edge.</p>
      <EdgeCommand label="command" name={name} path="/" />
      {edge && isLocalName(name) && (
        <p>
          Or{' '}
          <a href={siteUrl(name, '/', edge.port)} target="_blank" rel="noreferrer">
            open the site in a new tab
          </a>
          .
        </p>
      )}
      <div role="status">
        {requests.length > 0 && (
          <ul className="live-requests" aria-label="Requests as they arrive">
            {requests.map((request) => (
              <li key={textOf(request, 'RayID')}>
                <code>
                  {request.EdgeResponseStatus} {request.ClientRequestMethod}{' '}
                  {request.ClientRequestURI}
                </code>
                <span className="secondary">{request.ClientIP}</span>
              </li>
            ))}
          </ul>
        )}
        {isUnanswered(requests[0]) && (
          <Partial>
            The edge got no response from the server of the site. Start the server and request the
            site again, or give the edge another address:{' '}
            <code>npx palisade zone set-origin {name} http://127.0.0.1:3000</code>
          </Partial>
        )}
        {!hasTraffic && <p className="waiting">Waiting for its first request …</p>}
        {hasTraffic && requests.length === 0 && (
          <p className="secondary">The site has had requests.</p>
        )}
      </div>
    </>
  );
}

/** Statuses 520 to 529 are those of the edge if it cannot reach an origin. */
function isUnanswered(request: LiveRequest | undefined): boolean {
  const status = Number(request?.EdgeResponseStatus);
  return status >= 520 && status < 530;
}
