import { runProgram } from './program.ts';

const args = process.argv.slice(2);

// EPIPE: the reader of the output has closed the pipe, as `head` does. That is not a failure, and a node keeps serving.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  if (args[0] !== 'serve') process.exit();
});
await runProgram(args);
