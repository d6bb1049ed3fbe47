import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { generateKeyTexts, matchedDataReader, writePrivateKey } from '../tools/matched-data.ts';

interface KeyFlags {
  readonly privateKeyFile?: string;
}

export function matchedDataCommand(): Command {
  return new Command('matched-data')
    .description('What managed rules have matched, encrypted in security events')
    .addCommand(generateCommand())
    .addCommand(decryptCommand());
}

function generateCommand(): Command {
  return new Command('generate-key')
    .description('Make a pair of keys and print it in base64')
    .option('--private-key-file <file>', 'keep the private key in a new file; print the public one')
    .addHelpText(
      'after',
      '\nThe public key is for "matched_data.public_key" of execute rules. Palisade never needs the private key:\nkeep it where the data is read.',
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
    .argument('[data]', 'the data; - is the standard input, with data in each line', '-')
    .requiredOption('--private-key-file <file>', 'the private key, in base64')
    .action(async (data: string, { privateKeyFile = '' }: KeyFlags) => {
      const decrypt = await matchedDataReader(privateKeyFile);
      const given = data === '-' ? await text(process.stdin) : data;
      const lines = given.split('\n').map((line) => line.trim());
      for (const [index, line] of lines.entries()) {
        if (line !== '') printDecrypted(decrypt, line, index + 1);
      }
    });
}

/** Data that cannot be read does not keep the rest from being read. */
function printDecrypted(decrypt: (data: string) => string, data: string, line: number): void {
  try {
    process.stdout.write(`${decrypt(data)}\n`);
  } catch (error) {
    process.stderr.write(`line ${line}: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
