import { isLocalName, siteUrl } from '../../parts/edge/edge-address.ts';
import { EdgeCommand } from '../../parts/edge/edge-command.tsx';
import { useEdgeAddress } from '../../parts/edge/use-edge-address.ts';
import { type LiveRequest, textOf } from '../../parts/live/live-request.ts';

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
        {!hasTraffic && <p className="waiting">Waiting for its first request …</p>}
        {hasTraffic && requests.length === 0 && (
          <p className="secondary">The site has had requests.</p>
        )}
      </div>
    </>
  );
}
