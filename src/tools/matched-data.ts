import { open as openFile, readFile } from 'node:fs/promises';
import { decryptMatchedData, OMITTED, TRUNCATED } from '../contracts/events/matched-data.ts';
import { generateKeys, KEY_BYTES, keyBytes, privateKeyFrom, rawKey } from '../kernel/hpke.ts';

/** Both in base64, as the API and the files of private keys take them. */
export interface KeyTexts {
  readonly publicKey: string;
  readonly privateKey: string;
}

export function generateKeyTexts(): KeyTexts {
  const { publicKey, privateKey } = generateKeys();
  return {
    publicKey: rawKey(publicKey).toString('base64'),
    privateKey: rawKey(privateKey).toString('base64'),
  };
}

/** Never replaces a file: data that was encrypted for a lost key is lost. */
export async function writePrivateKey(path: string, privateKey: string): Promise<void> {
  const file = await openFile(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'EEXIST'
        ? `${path} is there already; choose another file`
        : `cannot write ${path}: ${error.message}`,
    );
  });
  try {
    await file.writeFile(`${privateKey}\n`);
  } finally {
    await file.close();
  }
}

const markers: Readonly<Record<string, string>> = {
  [TRUNCATED]: 'there is nothing to decrypt: what was matched was too large to be kept',
  [OMITTED]:
    'there is nothing to decrypt: there were too many matches in that second, or the key was unusable',
};

/** Reads data of events with the private key in a file. */
export async function matchedDataReader(path: string): Promise<(data: string) => string> {
  const text = await readFile(path, 'latin1').catch((error: Error) => {
    throw new Error(`cannot read ${path}: ${error.message}`);
  });
  const raw = keyBytes(text.trim());
  if (!raw) {
    throw new Error(`${path} holds no private key: it should be ${KEY_BYTES} bytes in base64`);
  }
  const key = privateKeyFrom(raw);
  return (data) => {
    const marker = markers[data];
    if (marker !== undefined) throw new Error(marker);
    return printable(decryptMatchedData(data, key));
  };
}

/** Anybody may encrypt for a public key, so the text may hold what terminals take for commands. */
function printable(clear: string): string {
  const json = JSON.stringify(parsed(clear));
  return json.replace(
    /[\x7f-\x9f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
