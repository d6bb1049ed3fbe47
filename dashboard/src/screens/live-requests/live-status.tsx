import { Badge } from '../../parts/controls/badge.tsx';
import type { Tone } from '../../parts/controls/tone.ts';
import { formatCount } from '../../parts/format/numbers.ts';
import { type LiveState, MOST_KEPT } from '../../parts/live/live-state.ts';
import { Partial } from '../../parts/states/partial.tsx';

const states: Readonly<Record<LiveState['kind'], { tone: Tone; text: string }>> = {
  connecting: { tone: 'neutral', text: 'Connecting' },
  connected: { tone: 'good', text: 'Live' },
  reconnecting: { tone: 'warning', text: 'Connecting again' },
  refused: { tone: 'bad', text: 'Not connected' },
};

interface LiveStatusProps {
  readonly state: LiveState;
  /** Requests since the list was paused; undefined if it is not. */
  readonly waiting: number | undefined;
}

/** Whether requests arrive, and which of them the list does not show. */
export function LiveStatus({ state, waiting }: LiveStatusProps) {
  const { tone, text } = states[state.kind];
  return (
    <div className="live-status">
      <span role="status">
        {waiting === undefined ? (
          <Badge tone={tone}>{text}</Badge>
        ) : (
          <Badge tone="neutral">Paused, {formatCount(waiting)} new</Badge>
        )}
      </span>
      {state.leftOut > 0 && (
        <Partial>
          {formatCount(state.leftOut)} requests were left out: a stream sends up to 100 a second. A
          filter shows more of those that matter.
        </Partial>
      )}
      {state.arrived > MOST_KEPT && (
        <span className="secondary">The last {MOST_KEPT} requests are kept.</span>
      )}
    </div>
  );
}
