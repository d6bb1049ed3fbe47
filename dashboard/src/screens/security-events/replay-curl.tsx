import { CodeView } from '../../parts/code/code-view.tsx';
import type { SecurityEvent } from './event.ts';
import { replayText } from './replay-text.ts';

/** The same request as a command. Events contain no bodies and no secrets, so a replay may differ. */
export function ReplayCurl({ event }: { event: SecurityEvent }) {
  return (
    <section className="event-box">
      <CodeView text={replayText(event)} label="curl" />
      <p className="secondary">
        If the name does not lead to the edge, add{' '}
        <code>--connect-to {event.request.host}::ADDRESS:PORT</code>. Events contain no body and no
        cookies, and values that look like secrets are hidden.
      </p>
    </section>
  );
}
