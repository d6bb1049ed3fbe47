import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { ThreadedClassifier } from './threaded-classifier.ts';

describe('threaded classifier', () => {
  const classifier = new ThreadedClassifier();
  after(() => classifier.close());

  it('answers several scripts in their order', async () => {
    const verdicts = await Promise.all([
      classifier.classify('document.title = "x"'),
      classifier.classify('<html>'),
      classifier.classify('x'.repeat(400_000)),
    ]);
    assert.deepEqual(
      verdicts.map((verdict) => verdict?.kind),
      ['scored', 'not-javascript', 'too-large'],
    );
  });

  it('gives up a script that takes too long or kills the thread, and goes on', async () => {
    const loop = 'data:text/javascript,import{parentPort as p}from"worker_threads";';
    const slow = new ThreadedClassifier({
      timeoutMs: 1000,
      thread: new URL(
        `${loop}p.on("message",(m)=>{if(m==="dies")throw m;if(m!=="hangs")p.postMessage(m)})`,
      ),
    });
    for (const fatal of ['hangs', 'dies']) {
      assert.equal(await slow.classify(fatal), undefined);
      assert.equal(await slow.classify('answers'), 'answers');
    }
    await slow.close();
  });
});
