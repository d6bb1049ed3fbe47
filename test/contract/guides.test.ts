/** Commands of the guides: they call the API in one way, and work as pasted in a clone. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Guide {
  readonly file: string;
  readonly text: string;
  /** Its commands, as text without the indentation of lists. */
  readonly commands: string;
}

function guideIn(file: string): Guide {
  const text = readFileSync(`${root}${file}`, 'utf8');
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  return { file, text, commands: blocks.join('\n').replace(/^ +/gm, '') };
}

const guides = globSync('docs/*.md', { cwd: root }).map(guideIn);
const helpers = guideIn('README.md').commands.match(/^(API=|TOKEN=\$\(|api\(\)|field\(\)).*$/gm);

/** Where a guide without the helpers says which ones it uses. */
const REFERENCE = /definitions\s+are\s+those\s+of\s+\[|helpers of the \[first steps\]/;

describe('commands of the guides', () => {
  it('are found', () => {
    assert.ok(guides.filter(({ commands }) => /^api /m.test(commands)).length > 10);
    assert.equal(new Set(helpers).size, 4);
  });

  for (const { file, text, commands } of guides) {
    it(`call the API with the helpers of the README in ${file}`, () => {
      const isCalling = /\bapi (-|\$|")/.test(commands);
      const isDefining = [...new Set(helpers)].every((helper) => commands.includes(helper));
      if (isCalling) assert.ok(isDefining || REFERENCE.test(text));
      for (const helper of helpers ?? []) {
        const [name = ''] = /^[A-Za-z]+(=|\(\))/.exec(helper) ?? [];
        const own = commands.split('\n').filter((line) => line.startsWith(name));
        for (const line of own) assert.equal(line, helper);
      }
    });

    it(`run the command of the clone in ${file}`, () => {
      assert.doesNotMatch(commands, /^palisade /m);
      assert.doesNotMatch(commands, /(\| |\$\()palisade /);
    });
  }
});
