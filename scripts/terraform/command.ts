import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A resource in Terraform's state. */
export interface StateResource {
  readonly address: string;
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Problems by the address of the resource; the empty address for general ones. */
export type Problems = ReadonlyMap<string, string>;

export interface Plan {
  readonly changes: ReadonlyMap<string, string>;
  readonly problems: Problems;
}

export interface CommandOptions {
  readonly folder: string;
  /** The configuration. */
  readonly source: string;
  /** The folder of the provider's executable. */
  readonly provider: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs Terraform in a separate folder. */
export class TerraformCommand {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor({ folder, source, provider, env }: CommandOptions) {
    this.#folder = folder;
    for (const file of readdirSync(source)) copyFileSync(join(source, file), join(folder, file));
    const rc = join(folder, 'terraform.rc');
    const override = `dev_overrides {\n "cloudflare/cloudflare" = "${provider}"\n }\n direct {}`;
    writeFileSync(rc, `provider_installation {\n ${override}\n}\n`);
    this.#env = { ...process.env, TF_CLI_CONFIG_FILE: rc, TF_IN_AUTOMATION: '1', ...env };
  }

  async apply(variables: Readonly<Record<string, string>> = {}): Promise<Problems> {
    return problemsIn(await this.#json('apply', '-auto-approve', ...this.#variables(variables)));
  }

  async destroy(): Promise<Problems> {
    return problemsIn(await this.#json('destroy', '-auto-approve'));
  }

  async import(address: string, id: string): Promise<Problems> {
    const { failed, stderr, stdout } = await this.#run(['import', '-no-color', address, id]);
    return failed ? new Map([[address, shortened(stderr || stdout)]]) : new Map();
  }

  async forget(address: string): Promise<void> {
    await this.#run(['state', 'rm', address]);
  }

  /** The planned actions by address. */
  async plan(variables: Readonly<Record<string, string>> = {}): Promise<Plan> {
    const problems = problemsIn(
      await this.#json('plan', '-out=plan', ...this.#variables(variables)),
    );
    const shown = await this.#run(['show', '-json', 'plan']);
    const changes = new Map<string, string>();
    if (!shown.failed) {
      for (const change of JSON.parse(shown.stdout).resource_changes ?? []) {
        changes.set(change.address, describe(change));
      }
    }
    return { changes, problems };
  }

  async state(): Promise<StateResource[]> {
    const { stdout } = await this.#run(['show', '-json']);
    return JSON.parse(stdout || '{}').values?.root_module?.resources ?? [];
  }

  #variables(variables: Readonly<Record<string, string>>): string[] {
    return Object.entries(variables).flatMap(([name, value]) => ['-var', `${name}=${value}`]);
  }

  async #json(...args: readonly string[]): Promise<string> {
    const [command = '', ...rest] = args;
    return (await this.#run([command, '-json', '-input=false', ...rest])).stdout;
  }

  /** The exit code is ignored, because the output is more precise. */
  async #run(args: readonly string[]): Promise<CommandResult> {
    const options = { cwd: this.#folder, env: this.#env, maxBuffer: 1 << 28, timeout: 600_000 };
    return await new Promise((resolve) => {
      execFile('terraform', args, options, (error, stdout, stderr) => {
        resolve({ failed: error !== null, stdout, stderr });
      });
    });
  }
}

interface CommandResult {
  readonly failed: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

interface ResourceChange {
  readonly change: {
    readonly actions: readonly string[];
    readonly before: Readonly<Record<string, unknown>> | null;
    readonly after: Readonly<Record<string, unknown>> | null;
  };
}

/** `no-op`, `create`, or `update` with the members that would change. */
function describe({ change: { actions, before, after } }: ResourceChange): string {
  const action = actions.join(' and ');
  if (action !== 'update' || !before || !after) return action;
  const members = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return `update of ${members.join(', ')}`;
}

function problemsIn(output: string): Problems {
  const problems = new Map<string, string>();
  for (const line of output.split('\n').filter((text) => text.startsWith('{'))) {
    const { type, diagnostic } = JSON.parse(line);
    if (type !== 'diagnostic' || diagnostic.severity !== 'error') continue;
    const text = [diagnostic.summary, diagnostic.detail].filter(Boolean).join(': ');
    problems.set(diagnostic.address ?? '', shortened(text));
  }
  return problems;
}

function shortened(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 600);
}
