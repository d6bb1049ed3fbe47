import { ApiError, UnreachableError } from '../../api/api-error.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Empty } from '../../parts/states/empty.tsx';
import { Failure } from '../../parts/states/failure.tsx';
import { Partial } from '../../parts/states/partial.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';

const refused = new ApiError({
  status: 403,
  requestId: '0123456789abcdef0123456789abcdef',
  errors: [{ code: 10000, message: 'This needs the permission "Zone Write".' }],
});

export function StateSamples() {
  return (
    <>
      <Skeleton lines={4} />
      <Empty
        icon="zones"
        title="Add your first zone"
        action={<Button kind="primary">Add a zone</Button>}
        guide={{ href: '/docs', label: 'How it works' }}
      >
        A zone is a domain name that Palisade protects.
      </Empty>
      <Failure error={refused} what="The zone was not added" onRetry={() => undefined} />
      <Failure error={new UnreachableError('away')} what="The zones could not be read" />
      <Failure error={new Error('x is not a function')} what="This page cannot be shown" />
      <Partial>There were too many different paths to count each.</Partial>
    </>
  );
}
