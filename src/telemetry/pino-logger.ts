import pino from 'pino';
import type { Logger } from './telemetry.ts';

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

const secretNames = ['authorization', 'secret', 'token', 'key', 'password'];

export interface PinoOptions {
  readonly level: LogLevel;
  /** Readable lines instead of JSON. */
  readonly pretty: boolean;
  /** Members of every line, such as the process that it came from. */
  readonly base: Readonly<Record<string, string | number>>;
}

/** Logs to standard output, one JSON object per line, or readable lines on a terminal. */
export function pinoLogger({ level, pretty, base }: PinoOptions): Logger {
  const options: pino.LoggerOptions = {
    level,
    base,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // A safety net: values that are logged by mistake under these names do not reach the output.
    redact: {
      paths: secretNames.flatMap((name) => [name, `*.${name}`]),
      censor: '[removed]',
    },
  };
  if (!pretty) return pino(options, pino.destination({ sync: true }));
  return pino({
    ...options,
    formatters: {},
    transport: {
      target: 'pino-pretty',
      options: { translateTime: 'SYS:HH:MM:ss.l', ignore: 'pid,hostname,process' },
    },
  });
}
