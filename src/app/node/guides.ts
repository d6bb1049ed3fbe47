import { readdir, readFile } from 'node:fs/promises';
import type { Guide, GuideSection } from '../../http/docs/guide-list.ts';

const FOLDER = new URL('../../../docs/', import.meta.url);
/** Guides for people who change the code. */
const internal: ReadonlySet<string> = new Set(['data-model.md', 'server-readings.md']);
const MOST_LEAD_CHARACTERS = 400;

/** The guides of this version, by title. */
export async function readGuides(): Promise<readonly Guide[]> {
  const names = (await readdir(FOLDER)).filter((name) => isGuide(name) && !internal.has(name));
  const guides = await Promise.all(
    names.map(async (name) => guideOf(name, (await readGuide(name)) ?? '')),
  );
  return guides.sort((a, b) => a.title.localeCompare(b.title, 'en'));
}

/** The text of a guide, in Markdown; undefined if there is none of this name. */
export async function readGuide(name: string): Promise<string | undefined> {
  if (!isGuide(name)) return undefined;
  try {
    return await readFile(new URL(name, FOLDER), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isGuide(name: string): boolean {
  return /^[a-z-]{1,64}\.md$/.test(name);
}

function guideOf(name: string, text: string): Guide {
  const [head = '', ...parts] = withoutCode(text).split(/^##+ /m);
  const [, title = name] = /^# (.+)$/m.exec(head) ?? [];
  return {
    name,
    title,
    sections: [...(parts.length === 0 ? [title] : []), ...parts].map(sectionOf),
  };
}

function sectionOf(text: string): GuideSection {
  const [heading = '', ...lines] = text.split('\n');
  return { heading, lead: lines.join(' ').trim().slice(0, MOST_LEAD_CHARACTERS) };
}

/** Comments in code begin like headings. */
function withoutCode(text: string): string {
  return text.replace(/^ *```[\s\S]*?^ *```$/gm, '');
}
