import { type FileHandle, open } from 'node:fs/promises';
import { extname } from 'node:path';
import type { SensitiveDataRule } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import { sensitiveDataRules } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import { decoderFor } from '../../detectors/sensitive-data/decode-text.ts';
import {
  type FindingPosition,
  positionsOf,
} from '../../detectors/sensitive-data/describe-findings.ts';
import { createScanner, type Scanner } from '../../detectors/sensitive-data/scanner.ts';
import type { TextType } from '../../detectors/sensitive-data/text-type.ts';
import { filesNamed, problemOf } from '../files-named.ts';
import { TextWindows } from './text-windows.ts';

export interface FileFinding extends FindingPosition {
  readonly file: string;
  readonly rule: string;
  readonly description: string;
}

export interface ScanTotals {
  files: number;
  bytes: number;
  /** Files that are not text. */
  binary: number;
  findings: number;
}

export interface ScanFilesOptions {
  readonly paths: readonly string[];
  /** References of rules; empty for all rules. */
  readonly rules: readonly string[];
  readonly onFinding: (finding: FileFinding) => void;
  readonly onProgress?: (totals: Readonly<ScanTotals>, file: string) => void;
  /** Called for each file or folder that cannot be read. */
  readonly onProblem: (file: string, problem: string) => void;
}

const CHUNK = 1024 ** 2;
/** How many bytes decide whether a file is text. */
const HEAD = 8192;

const kinds: Readonly<Record<string, TextType['kind']>> = {
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
  '.xml': 'xml',
  '.svg': 'xml',
};

/** Scans files and folders with the scanner of the edge. Links are followed only if they are named as a path. */
export async function scanFiles(options: ScanFilesOptions): Promise<ScanTotals> {
  const scanner = createScanner(selectRules(options.rules));
  const totals: ScanTotals = { files: 0, bytes: 0, binary: 0, findings: 0 };
  for (const path of options.paths) {
    for await (const file of filesNamed(path, options.onProblem)) {
      options.onProgress?.(totals, file);
      try {
        await scanFile(scanner, file, totals, options);
      } catch (error) {
        options.onProblem(file, problemOf(error));
      }
    }
  }
  return totals;
}

function selectRules(refs: readonly string[]): readonly SensitiveDataRule[] {
  if (refs.length === 0) return sensitiveDataRules;
  return refs.map((ref) => {
    const rule = sensitiveDataRules.find((it) => it.ref === ref || it.id === ref);
    if (rule === undefined) {
      throw new Error(
        `there is no rule ${ref}; docs/reference/managed-rulesets.md lists all rules`,
      );
    }
    return rule;
  });
}

async function scanFile(
  scanner: Scanner,
  file: string,
  totals: ScanTotals,
  options: ScanFilesOptions,
): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await scanHandle(handle, scanner, file, totals, options);
  } finally {
    await handle.close();
  }
}

async function scanHandle(
  handle: FileHandle,
  scanner: Scanner,
  file: string,
  totals: ScanTotals,
  { onFinding, onProgress }: ScanFilesOptions,
): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK);
  const windows = new TextWindows(scanner);
  let decoder: TextDecoder | undefined;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, CHUNK);
    const bytes = buffer.subarray(0, bytesRead);
    if (decoder === undefined) {
      if (isBinary(bytes.subarray(0, HEAD))) {
        totals.binary += 1;
        return;
      }
      totals.files += 1;
      decoder = decoderFor(bytes, { kind: kinds[extname(file)] ?? 'text', charset: undefined });
    }
    const isLast = bytesRead === 0;
    const text = decoder.decode(bytes, { stream: !isLast });
    for (const { rule, findings, text: part, origin } of windows.add(text, isLast)) {
      for (const position of positionsOf(part, findings, origin)) {
        totals.findings += 1;
        onFinding({ file, rule: rule.ref, description: rule.description, ...position });
      }
    }
    totals.bytes += bytesRead;
    onProgress?.(totals, file);
    if (isLast) return;
  }
}

/** Text contains no NUL byte, except as UTF-16, which then begins with a byte order mark. */
function isBinary(head: Uint8Array): boolean {
  const [first, second] = head;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return !isWide && head.includes(0);
}
