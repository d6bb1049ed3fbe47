import type { Bus } from '../../bus/bus.ts';
import { isWriterActive, openEmbeddedBus } from '../../bus/embedded/embedded-bus.ts';
import { systemClock } from '../../kernel/clock.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import type { Settings } from '../settings/settings.ts';
import type { BusTelemetry } from './bus-telemetry.ts';
import { busFolder } from './data-dir.ts';
import { spoolSettings } from './spool-settings.ts';

/** The name under which the primary of a node publishes. */
const PRIMARY = 'primary';

/** Whether a node uses the data folder at the moment. Creates nothing. */
export function isNodeRunning(dataDir: string): boolean {
  return isWriterActive(busFolder(dataDir), PRIMARY);
}

/** Opens the bus as the primary. Its lock makes sure that no other node uses the data folder. */
export function openBus(
  settings: Pick<Settings, 'dataDir' | 'spoolHours' | 'spoolBytes'>,
  telemetry: Pick<BusTelemetry, 'failed'>,
): Bus {
  try {
    return openEmbeddedBus({
      folder: busFolder(settings.dataDir),
      writer: PRIMARY,
      spool: spoolSettings(settings, 1),
      cleansUp: true,
      clock: systemClock,
      onError: telemetry.failed,
    });
  } catch (error) {
    const isTaken = error instanceof PalisadeError && error.code === 'bus_name_taken';
    if (!isTaken) throw error;
    throw new PalisadeError(
      'data_folder_in_use',
      `another node uses the data folder ${settings.dataDir}. Stop it, or set PALISADE_DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}
