/**
 * Finds the methods of the official SDK that call the operations of this API. The SDK is generated and has one
 * shape throughout, so the path and the arguments of a request can be parsed from the source of a method.
 */
import { execFileSync } from 'node:child_process';
import Cloudflare from 'cloudflare';
import type { SdkCall } from '../src/http/docs/sdk-call.ts';

interface SdkMethod {
  readonly name: string;
  readonly verb: string;
  /** With `${…}` for parameters. */
  readonly path: string;
  readonly positional: readonly string[];
  readonly sends: SdkCall['sends'];
  readonly isPaged: boolean;
}

/** The source of the generated table, for operations such as `GET /zones/{zone_id}`. */
export function sdkCallsModule(operations: readonly string[]): string {
  const methods = Map.groupBy(sdkMethods(), ({ verb, path }) => `${verb} ${withoutNames(path)}`);
  const rows = operations.flatMap((operation) => {
    const found = methods.get(withoutNames(operation)) ?? [];
    const method = found.find(({ isPaged }) => isPaged) ?? found[0];
    return method ? [[operation, callOf(operation, method)] as const] : [];
  });
  return formatted(
    '// Written by `npm run reference` from the official SDK. Do not edit.\n' +
      "import type { SdkCall } from './sdk-call.ts';\n\n" +
      '/** The methods of the official SDK for operations of this API. */\n' +
      `export const sdkCalls: Readonly<Record<string, SdkCall>> = ${JSON.stringify(Object.fromEntries(rows))};\n`,
  );
}

function sdkMethods(): SdkMethod[] {
  return resourcesOf(new Cloudflare({ apiToken: 'none' }), '').flatMap(({ name, resource }) =>
    methodsOf(resource).flatMap(([method, text]) => readMethod(name + method, text)),
  );
}

function resourcesOf(holder: object, prefix: string): { name: string; resource: object }[] {
  return Object.entries(holder)
    .filter(([, value]) => typeof value === 'object' && value !== null && '_client' in value)
    .flatMap(([key, resource]) => {
      const name = `${prefix}${key}.`;
      return [{ name, resource }, ...resourcesOf(resource, name)];
    });
}

/** Methods are in the base class of a resource, which has the same members. */
function methodsOf(resource: object): [name: string, text: string][] {
  const base = Object.getPrototypeOf(Object.getPrototypeOf(resource));
  const methods = { ...Object.getOwnPropertyDescriptors(base) };
  return Object.entries(methods)
    .filter(([name, { value }]) => name !== 'constructor' && typeof value === 'function')
    .map(([name, { value }]) => [name, String(value)]);
}

function readMethod(name: string, text: string): SdkMethod[] {
  const call = /this\._client\.(\w+)\(\s*(?:path\s*)?[`']([^`']+)[`']/.exec(text);
  if (!call) return [];
  const [, verb = '', path = ''] = call;
  const isPaged = verb === 'getAPIList';
  const override = /\bmethod: '(\w+)'/.exec(text)?.[1];
  const [, parameters = ''] = /^\w+\(([^)]*)\)/.exec(text) ?? [];
  const names = parameters.split(',').map((parameter) => parameter.trim().split(' ')[0] ?? '');
  const sends = (['body', 'query'] as const).find((part) =>
    new RegExp(`\\b${part}\\b[^}]*\\.\\.\\.options`).test(text),
  );
  const method: SdkMethod = {
    name,
    verb: (override ?? (isPaged ? 'get' : verb)).toUpperCase(),
    path,
    positional: names.filter((parameter) => path.includes(`\${${parameter}}`)),
    sends,
    isPaged,
  };
  if (!path.includes('accountOrZone')) return [method];
  return ['account', 'zone'].map((owner) => ({
    ...method,
    path: path.replace(/\$\{accountOrZone\}\/\$\{\w+\}/, `${owner}s/\${${owner}_id}`),
  }));
}

/** Replaces the SDK's names of the parameters by ours. */
function callOf(operation: string, method: SdkMethod): SdkCall {
  const ours = [...operation.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const theirs = [...method.path.matchAll(/\$\{(\w+)\}/g)].map((match) => match[1] as string);
  const pairs = theirs.map((name, n) => [name, ours[n] ?? ''] as const);
  const { name, positional, sends, isPaged } = method;
  return {
    method: name,
    positional: positional.map((parameter) => new Map(pairs).get(parameter) ?? ''),
    named: Object.fromEntries(pairs.filter(([parameter]) => !positional.includes(parameter))),
    ...(sends && { sends }),
    isPaged,
  };
}

function withoutNames(path: string): string {
  return path.replace(/\$?\{\w+\}/g, '{}');
}

function formatted(source: string): string {
  const options = ['format', '--stdin-file-path=src/http/docs/sdk-calls.ts'];
  return execFileSync('node_modules/.bin/biome', options, { input: source, encoding: 'utf8' });
}
