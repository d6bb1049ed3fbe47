import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually.ts';
import { releaseLine, releaseOf } from './libraries/library-release.ts';
import { MAX_SCRIPT_BYTES } from './script-verdict.ts';
import { ThreadedClassifier } from './threaded-classifier.ts';

describe('threaded classifier', () => {
  const classifier = new ThreadedClassifier();
  after(() => classifier.close());

  it('returns verdicts in the order of the scripts', async () => {
    const verdicts = await Promise.all([
      classifier.classify('document.title = "x"'),
      classifier.classify('<html>'),
      classifier.classify('x'.repeat(MAX_SCRIPT_BYTES + 1)),
    ]);
    assert.deepEqual(
      verdicts.map((verdict) => verdict?.kind),
      ['scored', 'not-javascript', 'too-large'],
    );
  });

  it('recognises what was learned while its thread runs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'palisade-classifier-'));
    const learnedFile = join(folder, 'learned.txt');
    const learning = new ThreadedClassifier({ learnedFile });
    const code = 'document.title = "x"';
    const library = async () => {
      const verdict = await learning.classify(code);
      return verdict?.kind === 'scored' ? verdict.library?.name : undefined;
    };
    assert.equal(await library(), undefined);
    for (const name of ['titles', 'renamed']) {
      const release = releaseOf(name, '1', code);
      writeFileSync(learnedFile, release ? `${releaseLine(release)}\n` : '');
      assert.equal(await library(), name);
    }
    rmSync(learnedFile);
    assert.equal(await library(), undefined);
    await learning.close();
    rmSync(folder, { recursive: true });
  });

  it('keeps its thread for a while with idleMs', async () => {
    const thread = new URL(
      'data:text/javascript,import{parentPort as p}from"worker_threads";let n=0;p.on("message",()=>p.postMessage(++n))',
    );
    for (const [idleMs, next] of [
      [0, 1],
      [60_000, 2],
    ] as const) {
      const counting = new ThreadedClassifier({ idleMs, thread });
      assert.equal(await counting.classify(''), 1);
      await counting.close();
      assert.equal(await counting.classify(''), next);
      await counting.close();
    }
  });

  it('gives no verdict for a script that takes too long or crashes the thread, and continues', async () => {
    const slow = new ThreadedClassifier({
      limitMs: 1_000,
      thread: thread(`
        if (m === "runs") for (;;);
        if (m === "dies") throw m;
        if (m === "ends") process.exit();
        p.postMessage(m);
      `),
    });
    for (const fatal of ['runs', 'dies', 'ends']) {
      assert.equal(await slow.classify(fatal), undefined, fatal);
      assert.equal(await slow.classify('fine'), 'fine');
    }
    await slow.close();
  });

  it('gives no verdict for a script that hangs, and continues', async () => {
    const slow = new ThreadedClassifier({
      longestMs: 1_000,
      thread: thread('if (m !== "hangs") p.postMessage(m)'),
    });
    assert.equal(await slow.classify('hangs'), undefined);
    // On a busy machine a thread may start so late that the next script gets no verdict either.
    await eventually('a script is classified', async () => !!(await slow.classify('fine')));
    await slow.close();
  });

  it('stops when it is told to, also scripts that wait for their turn', async () => {
    const classifier = new ThreadedClassifier({
      thread: thread('if (m !== "hangs") p.postMessage(m)'),
    });
    const stop = new AbortController();
    const verdicts = ['hangs', 'waits'].map((each) => classifier.classify(each, stop.signal));
    // By then the thread has received the first script.
    await nextTurn();
    stop.abort();
    assert.deepEqual(await Promise.all(verdicts), [undefined, undefined]);
    assert.equal(await classifier.classify('fine'), 'fine');
    await classifier.close();
  });

  it('limits the processor time, not the time that the thread waits for the processor', async () => {
    const waiting = new ThreadedClassifier({
      limitMs: 500,
      thread: thread('setTimeout(() => p.postMessage(m), 700)'),
    });
    assert.equal(await waiting.classify('late'), 'late');
    await waiting.close();
  });
});

function thread(onMessage: string): URL {
  const script = `import { parentPort as p } from "worker_threads"; p.on("message", (m) => { ${onMessage} })`;
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`);
}
