import { Type } from '../../../kernel/schema.ts';
import { toShortestText } from '../../../kernel/timestamp.ts';
import { isFinished, type StoredReplay } from './replay-model.ts';

const Time = Type.String({ format: 'date-time' });

export const ReplayBody = Type.Object({ start: Time, end: Time });

export const ReplayResponse = Type.Object({
  id: Type.String(),
  start: Type.String(),
  end: Type.String(),
  state: Type.Enum(['running', 'finished']),
  /** Nodes that have shipped all lines of their spools. */
  finished_on: Type.Array(Type.String()),
  created_at: Type.String(),
});

/** `nodes` are the nodes that have reported about the job. */
export function replayResponse(replay: StoredReplay, nodes: readonly { readonly node: string }[]) {
  return {
    id: replay.id,
    start: toShortestText(replay.from),
    end: toShortestText(replay.to),
    state: isFinished(replay, nodes) ? 'finished' : 'running',
    finished_on: replay.finishedOn,
    created_at: toShortestText(replay.createdAt),
  };
}
