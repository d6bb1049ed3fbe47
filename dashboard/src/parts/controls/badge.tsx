import type { ReactNode } from 'react';

export type Tone = 'good' | 'warning' | 'bad' | 'neutral' | 'accent';

/** A state: its word, and a mark in its colour. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
