import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Build, BuildKind } from './build-list.ts';
import { eachOf, type PackageFiles } from './package-files.ts';

const MAX_BUILDS = 3;
const MIN_BYTES = 2048;
const MAX_BYTES = 2 * 1024 * 1024;
/** Packages of one scope resemble each other. */
const MAX_PER_SCOPE = 12;

/** Files that a page loads as they are, by their names and folders. */
const forPages =
  /(?:^|[./_-])(?:min|umd|iife|browser|global|bundle|bundled|cdn|standalone|web|prod)(?:[._-][^/]*)?\.m?js$|(?:^|\/)(?:umd|iife|cdn|bundles?|min)\/[^/]+$/;
/** Files for other programs, or of which a page loads only parts. */
const notForPages =
  /(?:^|\/)(?:node_modules|tests?|__tests__|spec|examples?|demos?|docs?|website|src|locales?|lang|i18n|languages|cjs\/.*\/cjs|node|server|cli|bin|scripts|samples|benchmarks?|coverage|storybook|stories)(?:\/|$)|\.(?:node|server|test|spec|stories|config|conf|worker-node)\.|gulpfile|gruntfile|webpack\.config/i;
const forNode =
  /require\(["'](?:node:)?(?:fs|path|http|https|net|tls|child_process|os|stream|util|crypto|zlib|worker_threads|module|readline)["']\)|from\s*["'](?:node:|fs["']|path["']|http["']|child_process["'])/;
/** Imports of other files of the package: the file is not a whole build. */
const relativeImport = /(?:require\(|from\s*|import\s*)["']\.\.?\//g;
const MAX_RELATIVE_IMPORTS = 3;

const isBuild = (text: string): boolean =>
  !forNode.test(text) && (text.match(relativeImport)?.length ?? 0) <= MAX_RELATIVE_IMPORTS;

interface Description {
  readonly version?: string;
  readonly unpkg?: unknown;
  readonly jsdelivr?: unknown;
  readonly browser?: unknown;
  readonly main?: unknown;
  readonly module?: unknown;
}

export interface ChoiceOptions {
  readonly kind: BuildKind;
  readonly names: readonly string[];
  readonly maxBuilds: number;
  readonly files: PackageFiles;
  readonly onPackage: (builds: readonly Build[]) => void;
}

/** Goes through packages in the given order, and chooses builds that pages load, until there are enough. */
export async function chooseBuilds(options: ChoiceOptions): Promise<void> {
  const scopes = new Map<string, number>();
  let total = 0;
  await eachOf(options.names, async (name) => {
    if (total >= options.maxBuilds) return;
    const scope = name.startsWith('@') ? name.slice(0, name.indexOf('/')) : name;
    if ((scopes.get(scope) ?? 0) >= MAX_PER_SCOPE) return;
    const builds = await buildsOf(name, options).catch(() => []);
    if (builds.length === 0) return;
    scopes.set(scope, (scopes.get(scope) ?? 0) + 1);
    total += builds.length;
    options.onPackage(builds);
  });
}

async function buildsOf(name: string, { kind, files }: ChoiceOptions): Promise<Build[]> {
  const about = (await files.describe(name)) as Description | undefined;
  if (!about?.version) return [];
  const { version } = about;
  const archive = await files.download(name, version);
  try {
    const listed = await files.list(archive);
    const paths = ranked(about, listed, kind).slice(0, MAX_BUILDS + 3);
    const candidates = paths.map((path): Build => ({ kind, name, version, path }));
    await files.extract(archive, candidates);
    const kept: Build[] = [];
    const known = new Set<string>();
    for (const build of candidates) {
      const path = files.pathOf(build);
      const text = await readFile(path, 'utf8');
      const isNew = !known.has(text) && kept.length < MAX_BUILDS;
      known.add(text);
      if (isNew && isBuild(text)) kept.push(build);
      else rmSync(path);
    }
    return kept;
  } finally {
    rmSync(archive, { force: true });
  }
}

/** Paths of files that pages load, the most likely first. */
function ranked(
  { unpkg, jsdelivr, browser, module, main }: Description,
  listed: readonly { readonly path: string; readonly bytes: number }[],
  kind: BuildKind,
): string[] {
  const fitting = listed.filter(
    ({ path, bytes }) =>
      /\.m?js$/.test(path) && bytes >= MIN_BYTES && bytes <= MAX_BYTES && !notForPages.test(path),
  );
  const isListed = new Set(fitting.map(({ path }) => path));
  const named = (field: unknown): string[] => {
    if (typeof field !== 'string') return [];
    const path = field.replace(/^\.?\//, '');
    return [path, `${path}.js`, `${path}/index.js`].filter((it) => isListed.has(it)).slice(0, 1);
  };
  const pages = [
    ...[unpkg, jsdelivr, browser].flatMap(named),
    ...fitting.map(({ path }) => path).filter((path) => forPages.test(path)),
  ];
  // SDKs are often published only for bundlers, but always run in pages.
  const others = kind === 'sdk' || pages.length > 0 ? [module, main].flatMap(named) : [];
  return [...new Set([...pages.slice(0, MAX_BUILDS + 1), ...others])];
}
