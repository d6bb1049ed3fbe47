import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  securityEventActions,
  securityEventSources,
  serviceOf,
  sourceNamed,
} from './security-events.ts';

describe('sources of security events', () => {
  it('have distinct spellings', () => {
    const spellings = securityEventSources.flatMap(({ name, aliases }) => [name, ...aliases]);
    assert.equal(new Set(spellings).size, spellings.length);
    for (const spelling of spellings) assert.equal(spelling, spelling.toLowerCase());
    const services = securityEventSources.map(({ service }) => service);
    assert.equal(new Set(services).size, services.length);
  });

  it('are found by name and by display name', () => {
    assert.equal(sourceNamed('firewallManaged'), 'firewallmanaged');
    assert.equal(sourceNamed('Data Loss Protection'), 'dlp');
    assert.equal(sourceNamed('constructor'), undefined);
    assert.equal(serviceOf('dlp'), 'Data Loss Protection');
    assert.equal(serviceOf('new'), 'new');
  });
});

describe('actions of security events', () => {
  it('are spelled as logs spell them', () => {
    for (const action of securityEventActions) assert.match(action, /^[a-z]+$/);
    for (const action of ['block', 'jschallenge', 'managedchallenge', 'rewrite', 'skip', 'drop']) {
      assert.ok(securityEventActions.includes(action), action);
    }
  });
});
