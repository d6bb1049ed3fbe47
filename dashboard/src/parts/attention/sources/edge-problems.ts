import { callApi } from '../../../api/client.ts';
import { type ConcernSource, forZones } from '../concern.ts';

/** Zones that an edge process does not serve as they are configured. */
export const edgeProblems: ConcernSource = {
  what: 'the state of the edge',
  read: forZones(async ({ id, name }, signal) => {
    const params = { zone_id: id };
    const { result } = await callApi('GET /zones/{zone_id}/edge_status', { params }, signal);
    const messages = [
      ...result.problems.map(({ section, message }) => `${section}: ${message}`),
      ...result.edges.flatMap(({ name: edge, problem }) =>
        problem ? [`${edge}: ${problem}`] : [],
      ),
    ];
    return messages.map((message) => ({
      id: `edge ${id} ${message}`,
      tone: 'bad' as const,
      title: `The edge does not serve ${name} as it is configured`,
      detail: message,
      link: { to: `/zones/${id}`, label: 'Open the zone' },
    }));
  }),
};
