import { OutputBody } from '../../areas/logpush/jobs/job-schema.ts';
import { bodyValidator } from '../../http/validation.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import { runOnLines } from '../../logs/lines/run-on-lines.ts';
import { batchTexts } from '../../logs/output/defuse.ts';
import { type GivenOutput, resolveOutput } from '../../logs/output/resolve-output.ts';
import { datasetNamed } from './dataset-named.ts';

export interface SimulatedJob {
  readonly dataset: string;
  readonly filter: string | undefined;
  readonly output: GivenOutput;
}

export interface Simulation {
  /** The batch that the job would send; empty if no line passes. */
  readonly sent: string;
  readonly lines: number;
  readonly passed: number;
}

/** Filters and formats sample lines as a job would. The sample rate is ignored. */
export function simulateJob(
  { dataset: name, filter, output }: SimulatedJob,
  text: string,
): Simulation {
  const dataset = datasetNamed(name);
  const options = resolveOutput(dataset, checked(output));
  const lines = parseLines(text);
  const { records } = runOnLines({ dataset, filter, output: options }, lines);
  const { prefix, delimiter, suffix } = batchTexts(options);
  return {
    sent: records.length > 0 ? prefix + records.join(delimiter) + suffix : '',
    lines: lines.length,
    passed: records.length,
  };
}

const findProblem = bodyValidator(OutputBody);

/** Refuses the same options as the API, where null is the same as absent. */
function checked(output: GivenOutput): GivenOutput {
  const given = Object.fromEntries(Object.entries(output).filter(([, value]) => value !== null));
  const problem = findProblem(given);
  if (!problem) return given;
  throw new PalisadeError('bad_output_options', `in the output options, ${problem.text}`);
}

/** One JSON object per line. */
function parseLines(text: string): unknown[] {
  const lines = text.split('\n').map((line, at) => ({ line: line.trim(), number: at + 1 }));
  return lines
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => {
      try {
        return JSON.parse(line);
      } catch (error) {
        throw new PalisadeError(
          'bad_line',
          `line ${number} is not JSON: ${(error as Error).message}`,
        );
      }
    });
}
