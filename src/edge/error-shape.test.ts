import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PalisadeError } from '../kernel/palisade-error.ts';
import { errorShape } from './error-shape.ts';

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return assert.fail();
}

describe('errors as they are logged', () => {
  it('lose their message, which may quote a password of the body', () => {
    const shape = errorShape(thrownBy(() => JSON.parse('{"p":"hunter2",,}')));
    assert.ok(!(shape instanceof Error));
    assert.equal(shape.type, 'SyntaxError');
    assert.match(shape.stack, /^ +at JSON\.parse.*\n +at .*error-shape\.test\.ts/);
    assert.ok(!JSON.stringify(shape).includes('hunter2'));
  });

  it('show no line of a message that looks like a stack frame', () => {
    const shape = errorShape(new Error('x\n    at hunter2\n    at hunter2'));
    assert.ok(!JSON.stringify(shape).includes('hunter2'));
  });

  it('keep their code; errors of Palisade stay unchanged', () => {
    const coded = Object.assign(new TypeError('hunter2'), { code: 'ERR_INVALID_CHAR' });
    assert.equal(errorShape(coded).code, 'ERR_INVALID_CHAR');
    const ours = new PalisadeError('code', 'message');
    assert.equal(errorShape(ours), ours);
    assert.deepEqual(errorShape('hunter2'), { type: 'string', stack: '' });
  });
});
