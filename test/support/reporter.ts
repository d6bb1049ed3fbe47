import { relative } from 'node:path';
import { Readable } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';

/** Node's report of the tests, and before its closing lines the time that each group took. */
// biome-ignore lint/style/noDefaultExport: the test runner takes a reporter from the default export
export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncIterable<string> {
  yield* Readable.from(withGroupTimes(events)).pipe(new spec());
}

async function* withGroupTimes(events: AsyncIterable<TestEvent>): AsyncIterable<TestEvent> {
  const groups = new Map<string, { files: number; ms: number }>();
  let isClosing = false;
  for await (const event of events) {
    if (event.type === 'test:summary' && event.data.file !== undefined) {
      const name = groupOf(event.data.file);
      const { files, ms } = groups.get(name) ?? { files: 0, ms: 0 };
      groups.set(name, { files: files + 1, ms: ms + event.data.duration_ms });
    }
    // The closing lines are the only diagnostics that belong to no file.
    if (!isClosing && event.type === 'test:diagnostic' && event.data.file === undefined) {
      isClosing = true;
      for (const [name, { files, ms }] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        const message = `${name}: ${(ms / 1_000).toFixed(1)} s in ${files} files`;
        yield { type: 'test:diagnostic', data: { ...event.data, message } };
      }
    }
    yield event;
  }
}

/** A group is a folder in `src` or in `test`. */
function groupOf(file: string): string {
  return relative(process.cwd(), file).split('/').slice(0, -1).slice(0, 2).join('/');
}
