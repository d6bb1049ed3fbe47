import type { Clock } from '../kernel/clock.ts';
import { moveAside } from '../kernel/disk-errors/damaged-database.ts';
import { isDiskFull } from '../kernel/disk-errors/disk-full.ts';
import { isBusy, isDamage } from '../kernel/disk-errors/sqlite-errors.ts';
import { LedgerFile, OtherLedgerFormat } from './ledger-file.ts';
import type { ShippingTelemetry } from './shipping-telemetry.ts';

const RETRY_MS = 200;

/**
 * Waits while another process has the file open: after its primary was killed, a shipping process finishes its last attempt. An unreadable
 * file is moved aside.
 */
export async function openLedger(
  path: string,
  clock: Clock,
  telemetry: ShippingTelemetry,
): Promise<LedgerFile> {
  for (;;) {
    try {
      return new LedgerFile(path);
    } catch (error) {
      if (error instanceof OtherLedgerFormat) {
        telemetry.ledgerUnusable(error);
        moveAside(path, `.format-${error.format}`);
      } else if (isDamage(error)) {
        telemetry.ledgerUnusable(error);
        moveAside(path);
      } else if (isDiskFull(error)) {
        telemetry.notStored(error);
      } else if (!isBusy(error)) {
        throw error;
      }
      await clock.sleep(RETRY_MS);
    }
  }
}
