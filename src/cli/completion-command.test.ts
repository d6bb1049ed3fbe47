import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type CommandLine, openCommandLine } from '../../test/support/palisade-command.ts';

const run = promisify(execFile);

describe('completion command', () => {
  let commandLine: CommandLine;
  before(() => {
    commandLine = openCommandLine();
  });
  after(() => commandLine.close());

  async function script(shell: string): Promise<string> {
    const { code, stdout, stderr } = await commandLine.run(['completion', shell]);
    assert.equal(code, 0, stderr);
    return stdout;
  }

  it('completes commands and flags in bash', async () => {
    const loaded = await script('bash');
    const complete = async (...words: string[]) => {
      const ask = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _palisade; echo "\${COMPREPLY[@]}"`;
      const { stdout } = await run('bash', ['-c', `${loaded}\n${ask}`, 'bash', ...words]);
      return stdout.trim().split(' ');
    };
    assert.deepEqual(await complete('palisade', 're'), ['restart']);
    assert.deepEqual(await complete('palisade', 'zone', 's'), ['set-origin']);
    assert.deepEqual(await complete('palisade', 'zone', 'list', '--j'), ['--json']);
    assert.deepEqual(await complete('palisade', 'zone', '--x', 'a', 'add', '--ori'), ['--origin']);
    assert.deepEqual(await complete('palisade', 'nothing', 'zo'), ['zone']);
  });

  it('describes commands and flags to zsh and fish', async () => {
    const zsh = await script('zsh');
    assert.match(zsh, /^#compdef palisade\n/);
    assert.match(zsh, /\(' zone'\) found=\('add:Create a zone/);
    assert.match(zsh, /'--data-dir:Folder in which this node stores its data/);
    const fish = await script('fish');
    assert.match(fish, /^complete -c palisade -n 'test \(__palisade_path\) = "zone"' -f -a add /m);
    assert.match(fish, /= "zone list"' -l json -d 'print them as JSON'$/m);
  });

  it('refuses other shells', async () => {
    const { code, stderr } = await commandLine.run(['completion', 'csh']);
    assert.equal(code, 1);
    assert.match(stderr, /Allowed choices are bash, zsh, fish/);
  });
});
