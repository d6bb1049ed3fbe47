import { readFile } from 'node:fs/promises';
import { readRequest } from '../../request/read-request.ts';
import { filesNamed, problemOf } from '../files-named.ts';
import { type Judgement, judgeRequest } from './judge-request.ts';

export interface TestFilesOptions {
  readonly paths: readonly string[];
  readonly onJudgement: (file: string, judgement: Judgement) => void;
  /** Called for each file or folder that cannot be read. */
  readonly onProblem: (file: string, problem: string) => void;
}

/** Judges the HTTP requests in files, each of which has one request as it was sent. */
export async function testFiles({
  paths,
  onJudgement,
  onProblem,
}: TestFilesOptions): Promise<void> {
  for (const path of paths) {
    for await (const file of filesNamed(path, onProblem)) {
      try {
        const bytes = await readFile(file);
        onJudgement(file, judgeRequest(await readRequest(bytes, { receivedAt: Date.now() })));
      } catch (error) {
        onProblem(file, problemOf(error));
      }
    }
  }
}
