import { revalidatesPage } from '../page-monitoring/whole-pages.ts';
import type { RequestStage } from './stage.ts';

/**
 * Decides early whether a page that the browser has stored is part of the sample: it is then requested in full.
 * All other page views are recognised by their response.
 */
export const samplePages: RequestStage = (exchange, edge) => {
  const { zone, host } = exchange;
  if (zone?.pages?.isMonitored && !zone.section.paused && revalidatesPage(exchange)) {
    exchange.isSampled = edge.pages.sampler.isSampled(host, true);
  }
  return undefined;
};
