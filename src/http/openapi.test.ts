import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { API_BASE, apiDocument } from '../app/node/api.ts';
import { type Core, openCore } from '../app/node/core.ts';
import { readSettings } from '../app/settings/settings.ts';
import { silentTelemetry } from '../telemetry/silent-telemetry.ts';
import { docsPage } from './docs-page.ts';
import type { OpenApiDocument, OpenApiOperation } from './openapi.ts';

describe('OpenAPI document of the routes that are served', () => {
  const folder = tempFolder();
  let core: Core;
  let document: OpenApiDocument;
  let operations: { path: string; method: string; operation: OpenApiOperation }[];

  before(async () => {
    const settings = readSettings({ PALISADE_DATA_DIR: folder.path });
    core = await openCore(settings, silentTelemetry.log, new ManualClock());
    document = apiDocument(core);
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
  });
  after(async () => {
    await core.close();
    folder.remove();
  });

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)));
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(validator.version, '3.1');
  });

  it('holds every route once, and nothing else', () => {
    const routes = core.modules.flatMap((module) => module.routes);
    assert.ok(routes.length > 30, `${routes.length} routes`);
    const served = routes.map(
      ({ method, path }) => `${method} ${API_BASE}${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    const documented = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    assert.deepEqual(documented.sort(), served.sort());
  });

  it('names every operation once', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^[A-Za-z][\w-]*$/);
  });

  it('declares every parameter of a path, and no other', () => {
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
      assert.deepEqual(
        declared.map(({ name }) => name),
        named,
        path,
      );
      assert.ok(declared.every(({ required }) => required));
    }
  });

  it('describes every operation, its success and its failure', () => {
    for (const { path, operation } of operations) {
      assert.ok(operation.summary && operation.description && operation.tags[0], path);
      const statuses = Object.keys(operation.responses).sort();
      assert.match(statuses.join(), /^20[04],default$/);
    }
  });

  it('is shown in full by the documentation page', () => {
    const page = docsPage(document);
    for (const { path, operation } of operations) {
      assert.ok(page.includes(`<code>${path}</code>`), path);
      assert.ok(page.includes(operation.summary), operation.summary);
    }
    assert.doesNotMatch(page, /<script/i);
  });
});
