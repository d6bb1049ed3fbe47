/** The result, or a rejection with the reason of `signal` if it aborts first, even if the operation ignores the signal. */
export async function orAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([result, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
