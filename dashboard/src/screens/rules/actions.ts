import type { Tone } from '../../parts/controls/tone.ts';

interface ActionWords {
  readonly label: string;
  readonly tone: Tone;
}

/** Actions of rules in words, with their colour: blocking is bad, a challenge warns, logging is an accent. */
export const actionWords: Readonly<Record<string, ActionWords>> = {
  block: { label: 'Block', tone: 'bad' },
  managed_challenge: { label: 'Managed challenge', tone: 'warning' },
  js_challenge: { label: 'JavaScript challenge', tone: 'warning' },
  challenge: { label: 'Interactive challenge', tone: 'warning' },
  log: { label: 'Log', tone: 'accent' },
  skip: { label: 'Skip', tone: 'neutral' },
  execute: { label: 'Execute a ruleset', tone: 'neutral' },
  redirect: { label: 'Redirect', tone: 'neutral' },
  rewrite: { label: 'Rewrite', tone: 'neutral' },
  route: { label: 'Route', tone: 'neutral' },
  score: { label: 'Score', tone: 'neutral' },
};

export function wordsOf(action: string): ActionWords {
  return actionWords[action] ?? { label: action, tone: 'neutral' };
}
