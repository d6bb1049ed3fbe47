/** By what requests are counted, and where a count leads. */
import type { TopDimension, TrafficDimension } from '../../parts/traffic/use-traffic.ts';

export interface Dimension {
  readonly by: TrafficDimension;
  readonly title: string;
  readonly isCode?: boolean;
  readonly nameOf?: (value: string) => string;
}

const classNames: Readonly<Record<string, string>> = {
  '1xx': '1xx informational',
  '2xx': '2xx success',
  '3xx': '3xx redirect',
  '4xx': '4xx client error',
  '5xx': '5xx server error',
  none: 'no response of the origin',
};

const action = (value: string) => (value === 'none' ? 'no rule acted' : value.replaceAll('_', ' '));
const statusClass = (value: string) => classNames[value] ?? value;
const status = (value: string) => (value === 'none' ? 'no response of the origin' : value);
const country = (value: string) => (value === 'unknown' ? 'unknown' : value.toUpperCase());

/** The first one is what the chart shows at first. */
export const dimensions: readonly Dimension[] = [
  { by: 'status_class', title: 'Status class', nameOf: statusClass },
  { by: 'action', title: 'Action', nameOf: action },
  { by: 'method', title: 'Method', isCode: true },
  { by: 'host', title: 'Host', isCode: true },
  { by: 'country', title: 'Country', nameOf: country },
  { by: 'status', title: 'Status' },
  { by: 'origin_status_class', title: 'Origin status class', nameOf: statusClass },
  { by: 'origin_status', title: 'Origin status', nameOf: status },
];

export interface TopList {
  readonly by: TopDimension;
  readonly title: string;
  readonly isCode: boolean;
  /** The filter of live requests that a value becomes. */
  readonly liveFilter: (value: string) => string;
  /** The filter of security events for the same. */
  readonly eventFilter?: (value: string) => string;
}

export const topLists: readonly TopList[] = [
  {
    by: 'referer',
    title: 'Top referrers',
    isCode: true,
    liveFilter: (host) => `ClientRequestReferer:contains://${host}`,
  },
  {
    by: 'path',
    title: 'Top paths',
    isCode: true,
    liveFilter: (path) => `ClientRequestPath:${path}`,
    eventFilter: (path) => `path:${path}`,
  },
  {
    by: 'ip',
    title: 'Top addresses',
    isCode: true,
    liveFilter: (ip) => `ClientIP:${ip}`,
    eventFilter: (ip) => `ip:${ip}`,
  },
  {
    by: 'user_agent',
    title: 'Top agents',
    isCode: false,
    liveFilter: (agent) => `ClientRequestUserAgent:starts_with:${agent}`,
  },
];
