import { isReadOnly, sessionState } from '../../api/session.ts';
import { useStore } from '../../api/store.ts';
import { Partial } from '../states/partial.tsx';

/** Beside what changes something: says before anything is entered that it would be refused. */
export function ReadOnlyNote() {
  if (!isReadOnly(useStore(sessionState))) return null;
  return (
    <Partial>
      Your token may only read, so the API will refuse this. You can still copy the call for
      somebody who may make it.
    </Partial>
  );
}
