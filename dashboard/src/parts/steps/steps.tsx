import type { ReactNode } from 'react';
import { Icon } from '../controls/icon.tsx';
import './steps.css';

export type StepState = 'done' | 'current' | 'later';

const stateWords: Readonly<Record<StepState, string>> = {
  done: 'done',
  current: 'now',
  later: 'later',
};

/** What is done one after the other: the steps behind stay readable, those ahead are named. */
export function Steps({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className="steps" aria-label={label}>
      {children}
    </ol>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly state: StepState;
  /** Steps ahead show only their title. */
  readonly children: ReactNode;
}

export function Step({ number, title, state, children }: StepProps) {
  return (
    <li className={`step step-${state}`} aria-current={state === 'current' ? 'step' : undefined}>
      <span className="step-mark" aria-hidden="true">
        {state === 'done' ? <Icon name="check" /> : number}
      </span>
      <div className="step-content">
        <h2>
          {title}
          <span className="visually-hidden"> ({stateWords[state]})</span>
        </h2>
        {state !== 'later' && children}
      </div>
    </li>
  );
}

/** `done` up to a step, which is the current one. */
export function stepState(step: number, current: number): StepState {
  if (step === current) return 'current';
  return step < current ? 'done' : 'later';
}
