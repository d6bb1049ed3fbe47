import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { generateKeyTexts, matchedDataReader, writePrivateKey } from '../tools/matched-data.ts';

interface KeyFlags {
  readonly privateKeyFile?: string;
}

export function matchedDataCommand(): Command {
  return new Command('matched-data')
    .description('Decrypt the matched data in security events')
    .addCommand(generateCommand())
    .addCommand(decryptCommand());
}

function generateCommand(): Command {
  return new Command('generate-key')
    .description('Generate a key pair and print it in base64')
    .option(
      '--private-key-file <file>',
      'write the private key to a new file and print only the public key',
    )
    .addHelpText(
      'after',
      '\nUse the public key as "matched_data.public_key" of execute rules. Palisade never needs the private key:\nkeep it where you decrypt the data.',
    )
    .action(async ({ privateKeyFile: file }: KeyFlags) => {
      const { publicKey, privateKey } = generateKeyTexts();
      if (file === undefined) {
        process.stdout.write(`Private key: ${privateKey}\nPublic key:  ${publicKey}\n`);
        return;
      }
      await writePrivateKey(file, privateKey);
      process.stdout.write(`${publicKey}\n`);
    });
}

function decryptCommand(): Command {
  return new Command('decrypt')
    .description('Decrypt "encrypted_matched_data" of security events and print it as JSON')
    .argument('[data]', 'the data; - for standard input with one value per line', '-')
    .requiredOption('--private-key-file <file>', 'file of the private key, in base64')
    .action(async (data: string, { privateKeyFile = '' }: KeyFlags) => {
      const decrypt = await matchedDataReader(privateKeyFile);
      const input = data === '-' ? await text(process.stdin) : data;
      const lines = input.split('\n').map((line) => line.trim());
      for (const [index, line] of lines.entries()) {
        if (line !== '') printDecrypted(decrypt, line, index + 1);
      }
    });
}

/** Reports a value that cannot be decrypted, so that the others are still printed. */
function printDecrypted(decrypt: (data: string) => string, data: string, line: number): void {
  try {
    process.stdout.write(`${decrypt(data)}\n`);
  } catch (error) {
    process.stderr.write(`line ${line}: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
