import { callApi, type ResultOf } from '../../../api/client.ts';
import type { Concern, ConcernSource } from '../concern.ts';

type Job = ResultOf<'GET /zones/{zone_id}/logpush/jobs'>[number];

/** Log push jobs that do not reach their destination. */
export const failingJobs: ConcernSource = {
  what: 'the log push jobs',
  async read({ accountId, zones, isOfZone }, signal) {
    const params = { account_id: accountId };
    const ofAccount = isOfZone
      ? []
      : (await callApi('GET /accounts/{account_id}/logpush/jobs', { params }, signal)).result;
    const ofZones = await Promise.all(
      zones.map(async ({ id, name }) => {
        const operation = 'GET /zones/{zone_id}/logpush/jobs';
        const { result } = await callApi(operation, { params: { zone_id: id } }, signal);
        return result.flatMap((job) => concernOf(job, ` of ${name}`, `/zones/${id}`));
      }),
    );
    const ofAll = ofAccount.flatMap((job) =>
      concernOf(job, '', `/accounts/${accountId}/audit-log`),
    );
    return [...ofAll, ...ofZones.flat()];
  },
};

function concernOf(job: Job, owner: string, to: string): Concern[] {
  if (!job.enabled || !job.error_message) return [];
  return [
    {
      id: `job ${job.id}`,
      tone: 'bad',
      title: `The log push job ${job.name ?? job.id}${owner} does not deliver`,
      detail: job.error_message,
      link: { to, label: 'Look closer' },
    },
  ];
}
