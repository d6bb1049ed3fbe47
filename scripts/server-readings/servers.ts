import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, 'servers');
const TOMCAT = '10.1.44';

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

export interface ServerKind {
  readonly name: string;
  /** Packages of Debian, installed if missing. */
  readonly packages?: readonly string[];
  /** Prepares its files in an empty folder. The command serves at the port of the environment variable `PORT`. */
  prepare(folder: string): ServerCommand;
}

const run = (folder: string, command: string, ...args: readonly string[]) =>
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });

const python = (file: string): ServerCommand => ({
  command: '/usr/bin/python3',
  args: [join(SOURCES, file)],
});

const pom = `<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version>
<dependencies><dependency><groupId>org.apache.tomcat.embed</groupId><artifactId>tomcat-embed-core</artifactId>
<version>${TOMCAT}</version></dependency></dependencies></project>`;

export const servers: readonly ServerKind[] = [
  {
    name: 'PHP',
    packages: ['php-cgi'],
    prepare: () => ({
      command: process.execPath,
      args: [join(import.meta.dirname, 'cgi-server.ts'), join(SOURCES, 'php.php')],
    }),
  },
  { name: 'Flask', packages: ['python3-flask'], prepare: () => python('flask-app.py') },
  { name: 'Django', packages: ['python3-django'], prepare: () => python('django-app.py') },
  {
    name: 'Rack',
    packages: ['ruby-rack', 'ruby-webrick'],
    prepare: () => ({ command: 'ruby', args: [join(SOURCES, 'rack-app.rb')] }),
  },
  {
    name: 'Express',
    prepare(folder) {
      const packages = ['express@5', 'busboy@1', 'cookie-parser@1', 'qs@6'];
      run(folder, 'npm', 'install', '--prefix', folder, '--silent', '--no-audit', ...packages);
      cpSync(join(SOURCES, 'express-app.cjs'), join(folder, 'app.cjs'));
      return { command: process.execPath, args: [join(folder, 'app.cjs')] };
    },
  },
  {
    name: 'Go',
    prepare(folder) {
      run(folder, 'go', 'build', '-o', join(folder, 'app'), join(SOURCES, 'go-app.go'));
      return { command: join(folder, 'app'), args: [] };
    },
  },
  {
    name: 'Tomcat',
    prepare(folder) {
      writeFileSync(join(folder, 'pom.xml'), pom);
      mkdirSync(join(folder, 'jars'));
      run(folder, 'mvn', '-q', 'dependency:copy-dependencies', '-DoutputDirectory=jars');
      const jars = join(folder, 'jars', '*');
      return { command: 'java', args: ['-cp', jars, join(SOURCES, 'TomcatApp.java')] };
    },
  },
];

/** Installs missing packages. Throws if one is not available. */
export function install(packages: readonly string[]): void {
  for (const name of packages) {
    try {
      execFileSync('dpkg', ['-s', name], { stdio: 'ignore' });
    } catch {
      run('/', 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', name);
    }
  }
}
