import type { Clock } from '../../../kernel/clock.ts';

/** A token that was revoked or changed, or has expired, ends what it has opened within this time. */
const CHECK_MS = 2_000;

/** Aborts when the check fails. An unreachable database does not end a stream. */
export async function watchToken(
  clock: Clock,
  isAuthorised: () => Promise<boolean>,
  over: AbortController,
): Promise<void> {
  while (!over.signal.aborted) {
    await clock.sleep(CHECK_MS, over.signal).catch(() => {});
    if (!(await isAuthorised().catch(() => true))) over.abort();
  }
}
