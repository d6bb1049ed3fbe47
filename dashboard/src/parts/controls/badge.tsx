import type { ReactNode } from 'react';
import type { Tone } from './tone.ts';

/** A state: its word, and a mark in its colour. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
