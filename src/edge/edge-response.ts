import type { EdgeProblem } from './error-page.ts';

/** A response of the edge itself. */
export type EdgeResponse =
  | {
      readonly kind: 'problem';
      readonly problem: EdgeProblem;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'fixed';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    };

export const problem = (problem: EdgeProblem): EdgeResponse => ({ kind: 'problem', problem });
