import { ApiError, UnreachableError } from '../../api/api-error.ts';
import { Button } from '../controls/button.tsx';
import { CopiedId } from '../controls/copy-button.tsx';
import { Icon } from '../controls/icon.tsx';

interface FailureProps {
  readonly error: Error;
  /** What could not be done: "The zones could not be read". */
  readonly what: string;
  readonly onRetry?: () => void;
}

/** Why something is not here: the message of the API, its code, the request, and a way to try again. */
export function Failure({ error, what, onRetry }: FailureProps) {
  return (
    <div className="failure" role="alert">
      <Icon name={error instanceof UnreachableError ? 'away' : 'alert'} />
      <div>
        <strong>{what}</strong>
        <FailureDetails error={error} />
        {onRetry && (
          <Button onClick={onRetry} kind="plain">
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}

function FailureDetails({ error }: { error: Error }) {
  if (!(error instanceof ApiError)) {
    const isAway = error instanceof UnreachableError;
    return (
      <p>{isAway ? 'The API does not respond. The dashboard keeps trying.' : error.message}</p>
    );
  }
  return (
    <>
      {error.errors.map(({ code, message }) => (
        <p key={`${code} ${message}`}>{message}</p>
      ))}
      {error.errors.length === 0 && <p>{error.message}</p>}
      <dl className="facts">
        <dt>Code</dt>
        <dd>
          <code>{error.code}</code>
        </dd>
        <dt>Status</dt>
        <dd>
          <code>{error.status}</code>
        </dd>
        {error.requestId && (
          <>
            <dt>Request</dt>
            <dd>
              <CopiedId id={error.requestId} />
            </dd>
          </>
        )}
      </dl>
    </>
  );
}
