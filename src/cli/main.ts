import { runProgram } from './program.ts';

const args = process.argv.slice(2);

// Whoever reads the output may have enough of it, as `head` does: that is no failure. A node serves without a reader.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  if (args[0] !== 'serve') process.exit();
});
await runProgram(args);
