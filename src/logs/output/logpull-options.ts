import { OutputError } from './output-error.ts';
import type { GivenOutput } from './resolve-output.ts';

const RATE = /^(?:0|1)?(?:\.\d{1,17})?$/;

/** Parses the legacy `logpull_options`, a query string or a URL with one, to the equivalent output options. */
export function parseLogpullOptions(options: string): GivenOutput {
  const query = options.slice(options.indexOf('?') + 1);
  const given: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (!read) {
      const names = Object.keys(readers).join(', ');
      throw problem(`has no option ${JSON.stringify(name)}; expected ${names}`);
    }
    const [option, parsed] = read(value);
    if (Object.hasOwn(given, option)) throw problem(`names ${name} twice`);
    given[option] = parsed;
  }
  return given;
}

type Reader = (value: string) => [option: keyof GivenOutput, value: unknown];

const readers: Readonly<Record<string, Reader>> = {
  fields: (value) => ['field_names', value.split(',').map((name) => name.trim())],
  timestamps: (value) => ['timestamp_format', value],
  sample: (value) => ['sample_rate', rateOf(value)],
  'CVE-2021-44228': (value) => ['CVE-2021-44228', value],
};

function rateOf(value: string): number {
  if (value === '' || !RATE.test(value)) throw problem('expects a sample from 0 to 1');
  return Number(value);
}

const problem = (reason: string) => new OutputError('logpull_options', reason);
