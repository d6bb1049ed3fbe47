import type { Tracer } from './trace-context.ts';
import { type Host, TraceFunction, TraceList, TraceNative, type Value } from './trace-values.ts';

/** `call`, `apply` and `bind` of a function. */
export function bindCall(
  tracer: Tracer,
  called: Value,
  method: 'call' | 'apply' | 'bind',
): TraceNative {
  switch (method) {
    case 'call':
      return new TraceNative('call', (_, [self, ...args]) => tracer.call(called, self, args));
    case 'apply':
      return new TraceNative('apply', (_, [self, args]) =>
        tracer.call(called, self, args instanceof TraceList ? args.items : []),
      );
    default:
      return new TraceNative('bind', (_, [self, ...args]) => {
        tracer.budget.step(args.length >> 1);
        const bound: TraceNative = new TraceNative('bound', (_self, rest) =>
          tracer.call(called, self, [...args, ...rest]),
        );
        return bound;
      });
  }
}

export const isCallable = (value: Value): value is TraceFunction | TraceNative =>
  value instanceof TraceFunction || value instanceof TraceNative;

/** Functions among the arguments of a call of the browser: it calls them at some time. */
export function callLater(tracer: Tracer, args: readonly Value[], self: Host): void {
  for (const arg of args) if (isCallable(arg)) tracer.later(arg, self, []);
}
