import { type Diagnostic, linter } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { problemIn } from './problem.ts';
import type { ExpressionPhase } from './reference.ts';

export type ExpressionUse = 'condition' | 'counting' | 'text';

/** After the last key. */
const DELAY_MS = 300;

/** Lets the API check the expression while it is written, and marks what is wrong where it is. */
export function expressionCheck(
  zoneId: string,
  phase: ExpressionPhase,
  use: ExpressionUse,
): Extension {
  return linter(
    async ({ state }) => {
      const expression = state.doc.toString();
      if (expression.trim() === '') return [];
      try {
        await callApi('POST /zones/{zone_id}/expressions/evaluate', {
          params: { zone_id: zoneId },
          body: { expression, phase, use },
        });
        return [];
      } catch (error) {
        // The form shows all other errors when it is sent.
        if (!(error instanceof ApiError) || error.pointer !== '/expression') return [];
        return [diagnosticOf(error.message, expression)];
      }
    },
    { delay: DELAY_MS },
  );
}

function diagnosticOf(message: string, source: string): Diagnostic {
  const { text, from, to } = problemIn(message, source);
  return { from, to, severity: 'error', message: text };
}
