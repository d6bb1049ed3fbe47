import { open as openFile, readFile } from 'node:fs/promises';
import { decryptMatchedData, OMITTED, TRUNCATED } from '../contracts/events/matched-data.ts';
import { generateKeys, KEY_BYTES, keyBytes, privateKeyFrom, rawKey } from '../kernel/hpke.ts';
import { escapeControls } from '../kernel/text.ts';

/** Both in base64, as the API and key files expect them. */
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

/** Never overwrites a file: without its key, encrypted data is lost. */
export async function writePrivateKey(path: string, privateKey: string): Promise<void> {
  const file = await openFile(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'EEXIST'
        ? `${path} exists already; choose another file`
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
  [TRUNCATED]: 'there is nothing to decrypt: the matched data was too large to be stored',
  [OMITTED]:
    'there is nothing to decrypt: there were too many matches in that second, or the public key was invalid',
};

/** A function that decrypts matched data with the private key of a file. */
export async function matchedDataReader(path: string): Promise<(data: string) => string> {
  const text = await readFile(path, 'latin1').catch((error: Error) => {
    throw new Error(`cannot read ${path}: ${error.message}`);
  });
  const raw = keyBytes(text.trim());
  if (!raw) {
    throw new Error(
      `${path} does not contain a private key: expected ${KEY_BYTES} bytes in base64`,
    );
  }
  const key = privateKeyFrom(raw);
  return (data) => {
    const marker = markers[data];
    if (marker !== undefined) throw new Error(marker);
    // The text is untrusted, because anybody can encrypt with a public key.
    return escapeControls(JSON.stringify(parsed(decryptMatchedData(data, key))));
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
