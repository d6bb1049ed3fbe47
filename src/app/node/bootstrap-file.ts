import { readFile } from 'node:fs/promises';
import type { BootstrapSection } from '../../areas/area-module.ts';
import { keepKnownMembers } from '../../http/known-members.ts';
import { bodyValidator } from '../../http/validation.ts';
import { parseJson } from '../../kernel/json.ts';
import { describeError } from '../../kernel/palisade-error.ts';
import { SettingError } from '../settings/setting.ts';
import { type Settings, settingsTable } from '../settings/settings.ts';

/** The parsed file: member names to lists, not yet checked against the areas. */
export type BootstrapFile = Readonly<Record<string, readonly unknown[]>>;

/** The file that the settings name; an empty one when they name none. */
export async function readBootstrapFile({
  bootstrap: path,
}: Pick<Settings, 'bootstrap'>): Promise<BootstrapFile> {
  if (path === undefined) return {};
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw problem(`cannot read ${path}: ${describeError(error)}`);
  });
  const parsed = parseJson(text);
  if (!parsed.ok) throw problem(`${path} is not valid JSON (${parsed.problem})`);
  const { value } = parsed;
  const isFile =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(Array.isArray);
  if (!isFile) throw problem(`${path} must hold an object whose members are lists`);
  return value as BootstrapFile;
}

/**
 * Applies a file: everything is checked before anything is written. Sections are applied in the
 * order in which the areas list them, since later ones refer to earlier ones.
 */
export async function applyBootstrap(
  file: BootstrapFile,
  sections: Readonly<Record<string, BootstrapSection>>,
): Promise<void> {
  const unknown = Object.keys(file).find((name) => !Object.hasOwn(sections, name));
  if (unknown !== undefined) {
    const known = Object.keys(sections).join(', ');
    throw problem(`"${unknown}" is not a known section; there are ${known}`);
  }
  for (const [name, items] of Object.entries(file)) checkItems(name, items, sections[name]);
  for (const [name, section] of Object.entries(sections)) {
    const items = file[name] ?? [];
    await section.apply(items).catch((error: unknown) => {
      throw problem(`"${name}" could not be applied: ${describeError(error)}`);
    });
  }
}

function checkItems(name: string, items: readonly unknown[], section?: BootstrapSection): void {
  const validate = section && bodyValidator(section.item);
  items.forEach((item, n) => {
    const found = validate?.(item);
    if (found) throw problem(`${name}[${n}]: ${found.text.replace(/^the body /, 'it ')}`);
    const [unknown] = section ? keepKnownMembers(section.item, item).unknown : [];
    if (unknown !== undefined) throw problem(`${name}[${n}]: "${unknown}" is not a known member`);
  });
}

function problem(text: string): SettingError {
  return new SettingError(settingsTable.bootstrap.variable, text);
}
