import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { recordedTelemetry } from '../../../test/support/recorded-telemetry.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { NodeSnapshots } from './node-snapshots.ts';

it('snapshots of a node start without the last good state when its file is damaged', (test) => {
  const folder = tempFolder();
  test.after(() => folder.remove());
  writeFileSync(join(folder.path, 'snapshot.db'), Buffer.alloc(8_192, 7));
  const telemetry = recordedTelemetry();
  const snapshots = new NodeSnapshots({ dataDir: folder.path }, telemetry);
  test.after(() => snapshots.close());
  assert.equal(snapshots.hasLastGood, false);
  assert.match(JSON.stringify(telemetry.records), /snapshot\.db\.damaged/);
});
