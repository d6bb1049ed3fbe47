import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { addFilter } from '../../parts/address/filter.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { CopiedId } from '../../parts/controls/copy-button.tsx';
import { RelativeTime } from '../../parts/format/relative-time.tsx';
import { actionName, type SecurityEvent } from './event.ts';

/** The request, as far as events show it. Values that more events may share are links to them. */
export function EventRequest({ event }: { event: SecurityEvent }) {
  const { request, client, response } = event;
  const { referer } = client;
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['Time', <RelativeTime key="time" time={event.datetime} />],
    [
      'Request',
      <code key="request">
        {request.method} {request.path}
        {request.query}
      </code>,
    ],
    ['Host', <Only key="host" column="host" value={request.host} />],
    ['Address', <Only key="ip" column="ip" value={client.ip} />],
    ['Country', client.country?.toUpperCase()],
    ['Network', client.asn && `AS${client.asn} ${client.asn_description ?? ''}`],
    ['User agent', client.user_agent],
    [
      'Referrer',
      referer.host && `${referer.scheme}://${referer.host}${referer.path}${referer.query}`,
    ],
    ['Protocol', `${request.protocol}, ${request.scheme}`],
    ['Response', responseText(response)],
    ['Action', actionName(event.action)],
    ['Product', event.service],
    ['Rule', event.rule_id && <CopiedId key="rule" id={event.rule_id} />],
    ['Ray id', <CopiedId key="ray" id={event.ray_id} />],
  ];
  return (
    <section>
      <h3>Request</h3>
      <dl className="facts">
        {rows
          .filter(([, value]) => value)
          .map(([title, value]) => (
            <div key={title} className="fact">
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function responseText({ edge_status: edge, origin_status: origin }: SecurityEvent['response']) {
  return `${edge}, ${origin === 0 ? 'the origin was not asked' : `the origin sent ${origin}`}`;
}

function Only({ column, value }: { column: string; value: string }) {
  const [search] = usePageSearch();
  const filter = addFilter(search.filter, { column, value, isNegated: false });
  return (
    <Link to="." search={{ ...search, filter }} title={`Only ${value}`}>
      <code>{value}</code>
    </Link>
  );
}
