import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { apiDocument } from '../app/node/api.ts';
import { API_BASE } from '../app/node/api-base.ts';
import { type Core, openCore } from '../app/node/core.ts';
import { readSettings } from '../app/settings/settings.ts';
import { settingsRoute } from '../app/settings/settings-route.ts';
import { edgeStatusRoute } from '../app/snapshots/edge-status.ts';
import { Type } from '../kernel/schema.ts';
import { silentTelemetry } from '../telemetry/silent-telemetry.ts';
import { docsPage } from './docs/docs-page.ts';
import { exampleValue } from './docs/example-value.ts';
import type { OpenApiDocument, OpenApiOperation } from './openapi.ts';
import { bodyValidator, queryValidator } from './validation.ts';

const A_TIME = '2026-01-31T12:00:00Z';

describe('OpenAPI document of the routes that are served', () => {
  const folder = tempFolder();
  const nodeRoutes = [edgeStatusRoute(assert.fail), settingsRoute(assert.fail)];
  let core: Core;
  let document: OpenApiDocument;
  let operations: { path: string; method: string; operation: OpenApiOperation }[];

  before(async () => {
    const settings = readSettings({ PALISADE_DATA_DIR: folder.path });
    core = await openCore(settings, silentTelemetry.log, new ManualClock());
    document = apiDocument(core, nodeRoutes);
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
    const routes = [...core.modules.flatMap((module) => module.routes), ...nodeRoutes];
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
      assert.match(statuses.join(), /^20[014],default$/);
    }
  });

  it('has a valid example for every body and every required parameter', () => {
    for (const { path, method, operation } of operations) {
      for (const { name, schema } of operation.parameters.filter(({ required }) => required)) {
        const example = exampleValue(schema);
        const values = { [name]: Array.isArray(example) ? example : String(example) };
        const problem = queryValidator(Type.Object({ [name]: schema }))(values);
        assert.ok(name.endsWith('_id') || !problem, `${method} ${path} ${name}`);
      }
      const schema = operation.requestBody?.content['application/json'].schema;
      if (!schema) continue;
      // Times that must be near the present are variables.
      const example = JSON.stringify(exampleValue(schema)).replaceAll(/\$REPLAY_\w+/g, A_TIME);
      assert.equal(bodyValidator(schema)(JSON.parse(example)), undefined, `${method} ${path}`);
    }
  });

  it('marks required parameters', () => {
    const needed = operations.flatMap(({ operation: { operationId, parameters } }) =>
      parameters
        .filter(({ in: location, required }) => location === 'query' && required)
        .map(({ name }) => `${operationId} ${name}`),
    );
    assert.deepEqual(needed, [
      'expressions-validate-get expression',
      'filters-delete-all id',
      'firewall-rules-delete-all id',
      'page-effective-policy url',
    ]);
  });

  it('is shown in full by the documentation page', () => {
    const address = { origin: 'http://127.0.0.1:8787', basePath: API_BASE };
    const page = docsPage(document, address).text.replaceAll('<wbr>', '');
    for (const { path, operation } of operations) {
      assert.ok(page.includes(`<code>${path.slice(API_BASE.length)}</code>`), path);
      assert.ok(page.includes(operation.summary), operation.summary);
      assert.ok(page.includes(`id="${operation.operationId}"`), operation.operationId);
    }
  });
});
