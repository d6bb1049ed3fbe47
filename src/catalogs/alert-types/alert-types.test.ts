import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Alert, type AlertKind } from '../../contracts/alert.ts';
import { alertTypeNamed, alertTypes, alertTypesOf } from './alert-types.ts';
import { foreignAlertTypes } from './foreign-alert-types.ts';

/** The types of the official client. */
function publicTypes(): string[] {
  const module = import.meta.resolve('cloudflare/resources/alerting/policies');
  const source = readFileSync(new URL('policies.d.ts', module), 'utf8');
  const [, union = ''] = /alert_type\?: ([^;]+);/.exec(source) ?? [];
  return [...union.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
}

describe('alert types', () => {
  it('are found by their names, each once', () => {
    assert.ok(alertTypes.length >= 15);
    for (const type of alertTypes) assert.equal(alertTypeNamed(type.type), type);
    assert.equal(alertTypeNamed('constructor'), undefined);
  });

  it('cover every kind of alert', () => {
    const kinds = Alert.anyOf.map(({ properties }) => properties.kind.const as AlertKind);
    assert.ok(kinds.length >= 16);
    for (const kind of kinds) assert.ok(alertTypesOf(kind).length > 0, kind);
  });

  it('are, with the foreign types, all types of the official client', () => {
    const known = [...alertTypes.map(({ type }) => type), ...foreignAlertTypes];
    assert.deepEqual(known.toSorted(), publicTypes().toSorted());
  });

  it('have filters whose keys and values are unique', () => {
    for (const { type, filters } of alertTypes) {
      const keys = filters.map(({ key }) => key);
      assert.equal(new Set(keys).size, keys.length, type);
      for (const { key, values, of } of filters) {
        assert.ok((values === undefined) !== (of === undefined), `${type} ${key}`);
        const spellings = (values ?? []).flatMap(({ id, aliases = [] }) => [id, ...aliases]);
        const folded = new Set(spellings.map((spelling) => spelling.toLowerCase()));
        assert.equal(folded.size, spellings.length, `${type} ${key}`);
      }
    }
  });
});
