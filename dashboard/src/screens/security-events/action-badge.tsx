import { Badge } from '../../parts/controls/badge.tsx';
import type { Tone } from '../../parts/controls/tone.ts';
import { actionName } from './event.ts';

/** What a rule did, in the colour of its effect. */
export function ActionBadge({ action }: { action: string }) {
  return <Badge tone={actionTone(action)}>{actionName(action)}</Badge>;
}

function actionTone(action: string): Tone {
  if (action === 'block' || action === 'drop' || action === 'connectionclose') return 'bad';
  if (/challenge$|failed$/.test(action)) return 'warning';
  if (/solved$|bypassed$/.test(action)) return 'good';
  return action === 'log' ? 'accent' : 'neutral';
}
