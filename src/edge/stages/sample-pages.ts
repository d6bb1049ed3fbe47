import { isNavigation, revalidatesPage } from '../page-monitoring/whole-pages.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { neededIn, type RequestStage } from './stage.ts';

const isMonitored = ({ pages, section }: ZoneRuntime) =>
  pages?.isMonitored === true && !section.paused;

/**
 * Decides early whether a page view that revalidates a stored page is sampled, because the whole page is then requested
 * from the origin. Other page views are recognised by their response.
 */
export const samplePages: RequestStage = neededIn(isMonitored, (exchange, edge) => {
  if (revalidatesPage(exchange)) {
    const { host, clientAddress } = exchange;
    const candidate = { host, clientAddress, isNavigation: isNavigation(exchange) };
    exchange.isSampled = edge.pages.sampler.isSampled(candidate);
  }
  return undefined;
});
