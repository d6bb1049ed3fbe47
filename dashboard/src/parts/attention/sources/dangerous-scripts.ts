import { callApi } from '../../../api/client.ts';
import { type ConcernSource, forZones } from '../concern.ts';

const SHOWN = 5;

/** Scripts of pages whose address or domain is known to be malicious. */
export const dangerousScripts: ConcernSource = {
  what: 'the scripts of pages',
  read: forZones(async ({ id, name }, signal) => {
    const { result } = await callApi(
      'GET /zones/{zone_id}/page_shield/scripts',
      { params: { zone_id: id }, query: { prioritize_malicious: true, per_page: SHOWN } },
      signal,
    );
    return result
      .filter((script) => script.url_reported_malicious || script.domain_reported_malicious)
      .map((script) => ({
        id: `script ${script.id}`,
        tone: 'bad' as const,
        title: `Pages of ${name} load a script that is known to be malicious`,
        detail: script.url,
        link: { to: `/zones/${id}`, label: 'Open the zone' },
      }));
  }),
};
