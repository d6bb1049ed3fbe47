import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ClassDeclaration,
  type Declaration,
  type Module,
  parseSync,
  type TsEntityName,
  type TsInterfaceDeclaration,
  type TsModuleDeclaration,
  type TsType,
  type TsTypeAliasDeclaration,
  type TsTypeElement,
  type TsTypeReference,
} from '@swc/core';

/** Declarations of a file or namespace of the official client, by name. */
interface Scope {
  readonly file: string;
  readonly parent?: Scope;
  readonly types: Map<string, TsInterfaceDeclaration | TsTypeAliasDeclaration>;
  readonly classes: ClassDeclaration[];
  readonly namespaces: Map<string, Scope>;
  /** The file and the name in it; without a name for a whole file. */
  readonly imports: Map<string, { readonly file: string; readonly name?: string }>;
}

interface Located<T> {
  readonly type: T;
  readonly scope: Scope;
}

const root = join(dirname(fileURLToPath(import.meta.resolve('cloudflare'))), 'resources');
const files = new Map<string, Scope>();

/**
 * The differences between a value and the type that a method of the official client returns, such as
 * `loadBalancers.monitors.get`; of an item, if it returns pages. Further members are no difference.
 */
export function differences(method: string, value: unknown): string[] {
  const { type, scope } = returnedBy(method);
  return problemsOf(type, scope, value, 'result');
}

/** The names of the parameters of a method, from the interface of that name. */
export function parameterNames(method: string, name: string): string[] {
  const scope = scopeOfMethod(method);
  return membersOf(found(scope, [name])).flatMap(({ type }) =>
    type.type === 'TsPropertySignature' ? [keyOf(type.key)] : [],
  );
}

function returnedBy(method: string): Located<TsType> {
  const name = method.split('.').at(-1);
  const scope = scopeOfMethod(method);
  for (const { body } of scope.classes) {
    for (const member of body) {
      if (member.type !== 'ClassMethod' || keyOf(member.key) !== name) continue;
      const promise = member.function.returnType?.typeAnnotation as TsTypeReference;
      const type = promise.typeParams?.params.at(-1);
      if (type) return { type, scope };
    }
  }
  throw new Error(`the client has no method ${method}`);
}

function scopeOfMethod(method: string): Scope {
  const path = method
    .split('.')
    .slice(0, -1)
    .map((part) => part.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  const last = path.at(-1) ?? '';
  const file = [
    join(root, ...path, `${last}.d.ts`),
    join(root, ...path.slice(0, -1), `${last}.d.ts`),
  ].find((each) => existsSync(each));
  if (!file) throw new Error(`the client has no file for ${method}`);
  return scopeOfFile(file);
}

function scopeOfFile(file: string): Scope {
  const known = files.get(file);
  if (known) return known;
  const module = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript' });
  const scope = newScope(file);
  files.set(file, scope);
  for (const statement of module.body) readStatement(statement, scope);
  return scope;
}

function newScope(file: string, parent?: Scope): Scope {
  const tables = { types: new Map(), classes: [], namespaces: new Map(), imports: new Map() };
  return { file, ...(parent && { parent }), ...tables };
}

function readStatement(statement: Module['body'][number], scope: Scope): void {
  if (statement.type === 'ExportDeclaration') readDeclaration(statement.declaration, scope);
  else if (statement.type === 'ImportDeclaration') {
    const source = statement.source.value.replace(/\.js$/, '.d.ts');
    const file = join(dirname(scope.file), source);
    for (const specifier of statement.specifiers) {
      const name = specifier.local.value;
      const isWhole = specifier.type === 'ImportNamespaceSpecifier';
      scope.imports.set(name, { file, ...(!isWhole && { name }) });
    }
  } else readDeclaration(statement as Declaration, scope);
}

function readDeclaration(declaration: Declaration, scope: Scope): void {
  if (declaration.type === 'ClassDeclaration') scope.classes.push(declaration);
  else if (declaration.type === 'TsModuleDeclaration') readNamespace(declaration, scope);
  else if (
    declaration.type === 'TsInterfaceDeclaration' ||
    declaration.type === 'TsTypeAliasDeclaration'
  ) {
    scope.types.set(declaration.id.value, declaration);
  }
}

function readNamespace({ id, body }: TsModuleDeclaration, scope: Scope): void {
  if (body?.type !== 'TsModuleBlock') return;
  const inner = scope.namespaces.get(id.value) ?? newScope(scope.file, scope);
  scope.namespaces.set(id.value, inner);
  for (const statement of body.body) readStatement(statement, inner);
}

type Named = Located<TsInterfaceDeclaration | TsTypeAliasDeclaration>;

function found(scope: Scope, names: readonly string[]): Named {
  const [first = '', ...rest] = names;
  for (let each: Scope | undefined = scope; each; each = each.parent) {
    const type = each.types.get(first);
    if (type && rest.length === 0) return { type, scope: each };
    const namespace = each.namespaces.get(first);
    if (namespace && rest.length > 0) return found(namespace, rest);
    const imported = each.imports.get(first);
    if (!imported) continue;
    const { file, name } = imported;
    return found(scopeOfFile(file), name === undefined ? rest : [name, ...rest]);
  }
  throw new Error(`${scope.file} has no type ${names.join('.')}`);
}

function namesOf(name: TsEntityName): string[] {
  return name.type === 'Identifier' ? [name.value] : [...namesOf(name.left), name.right.value];
}

const keyOf = (key: { readonly type: string }): string => ('value' in key ? String(key.value) : '');

/** With those of the interfaces that it extends. */
function membersOf({ type, scope }: Named): Located<TsTypeElement>[] {
  if (type.type !== 'TsInterfaceDeclaration') {
    throw new Error(`${type.id.value} is not an interface`);
  }
  const inherited = type.extends.flatMap(({ expression }) =>
    membersOf(found(scope, namesOf(expression as TsEntityName))),
  );
  return [...inherited, ...type.body.body.map((each) => ({ type: each, scope }))];
}

function problemsOf(type: TsType, scope: Scope, value: unknown, path: string): string[] {
  const mismatch = (wanted: string) => [`${path}: ${JSON.stringify(value)} is not ${wanted}`];
  switch (type.type) {
    case 'TsKeywordType':
      return isOfKind(type.kind, value) ? [] : mismatch(type.kind);
    case 'TsParenthesizedType':
      return problemsOf(type.typeAnnotation, scope, value, path);
    case 'TsLiteralType': {
      const wanted = 'value' in type.literal ? type.literal.value : undefined;
      return value === wanted ? [] : mismatch(JSON.stringify(wanted));
    }
    case 'TsUnionType': {
      // The alternative that fits best.
      const found = type.types.map((each) => problemsOf(each, scope, value, path));
      return found.toSorted((a, b) => a.length - b.length)[0] ?? [];
    }
    case 'TsIntersectionType':
      return type.types.flatMap((each) => problemsOf(each, scope, value, path));
    case 'TsArrayType':
      return problemsOfItems(type.elemType, scope, value, path);
    case 'TsTypeLiteral': {
      const members = type.members.map((each) => ({ type: each, scope }));
      return problemsOfMembers(members, value, path);
    }
    case 'TsTypeReference':
      return problemsOfReference(type, scope, value, path);
    default:
      throw new Error(`${path} has a type of the kind ${type.type}`);
  }
}

function isOfKind(kind: string, value: unknown): boolean {
  if (kind === 'unknown' || kind === 'any') return true;
  if (kind === 'null') return value === null;
  if (kind === 'undefined' || kind === 'void') return value === undefined;
  return typeof value === kind;
}

function problemsOfReference(type: TsTypeReference, scope: Scope, value: unknown, path: string) {
  const names = namesOf(type.typeName);
  const [argument, second] = type.typeParams?.params ?? [];
  if (names[0] === 'Array' && argument) return problemsOfItems(argument, scope, value, path);
  if (names[0] === 'Record' && second) return problemsOfValues(second, scope, value, path);
  const named = found(scope, names);
  if (named.type.type === 'TsTypeAliasDeclaration') {
    return problemsOf(named.type.typeAnnotation, named.scope, value, path);
  }
  return problemsOfMembers(membersOf(named), value, path);
}

function problemsOfItems(type: TsType, scope: Scope, value: unknown, path: string): string[] {
  if (!Array.isArray(value)) return [`${path}: ${JSON.stringify(value)} is not an array`];
  return value.flatMap((each, n) => problemsOf(type, scope, each, `${path}[${n}]`));
}

function problemsOfValues(type: TsType, scope: Scope, value: unknown, path: string): string[] {
  if (!isObject(value)) return [`${path}: ${JSON.stringify(value)} is not an object`];
  return Object.entries(value).flatMap(([name, each]) =>
    problemsOf(type, scope, each, `${path}.${name}`),
  );
}

function problemsOfMembers(
  members: readonly Located<TsTypeElement>[],
  value: unknown,
  path: string,
): string[] {
  if (!isObject(value)) return [`${path}: ${JSON.stringify(value)} is not an object`];
  return members.flatMap(({ type: member, scope }) => {
    if (member.type === 'TsIndexSignature') {
      const type = member.typeAnnotation?.typeAnnotation;
      return type ? problemsOfValues(type, scope, value, path) : [];
    }
    if (member.type !== 'TsPropertySignature' || !member.typeAnnotation) return [];
    const name = keyOf(member.key);
    const text = value[name];
    if (text === undefined) return member.optional ? [] : [`${path}.${name}: is missing`];
    return problemsOf(member.typeAnnotation.typeAnnotation, scope, text, `${path}.${name}`);
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
