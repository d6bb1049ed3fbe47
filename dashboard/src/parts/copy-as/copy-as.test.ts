import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { curlText } from './curl.ts';
import { sdkText } from './sdk.ts';
import { sdkCalls } from './sdk-calls.ts';
import { terraformText } from './terraform.ts';

const API = 'http://localhost:8787/client/v4';
const params = { zone_id: 'ab'.repeat(16), account_id: 'cd'.repeat(16) };

const sdkCall = (call: Parameters<typeof sdkText>[0]) =>
  sdkText(call, API, sdkCalls[call.operation]).split('\n\n').at(-1);

describe('a call as curl', () => {
  it('quotes what a shell would change', () => {
    const call = { operation: 'PATCH /zones/{zone_id}', params, body: { name: "it's $HOME" } };
    assert.equal(
      curlText(call, API),
      `curl -X PATCH '${API}/zones/${params.zone_id}' \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{
  "name": "it'\\''s $HOME"
}'`,
    );
  });

  it('has the query', () => {
    const call = {
      operation: 'GET /zones',
      params,
      query: { name: 'contains:a b', page: undefined },
    };
    assert.match(curlText(call, API), /\/zones\?name=contains%3Aa\+b'/);
  });
});

describe('a call with the SDK', () => {
  it('uses the method for the operation', () => {
    const call = { operation: 'PATCH /zones/{zone_id}', params, body: { paused: true } };
    assert.equal(
      sdkCall(call),
      `const result = await client.zones.edit({
  zone_id: "${params.zone_id}",
  paused: true
});`,
    );
  });

  it('reads all pages of a list', () => {
    assert.match(
      String(sdkCall({ operation: 'GET /zones', params })),
      /^for await \(const item of/,
    );
  });

  it('uses the generic method for extensions', () => {
    const call = { operation: 'GET /zones/{zone_id}/edge_status', params };
    assert.equal(
      sdkCall(call),
      `const response = await client.get("/zones/${params.zone_id}/edge_status");`,
    );
  });
});

describe('a call as Terraform', () => {
  it('is a resource with its owner', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of Terraform
    const body = { name: '${x}', origins: [{ address: '192.0.2.1', weight: 1 }], tags: ['a', 'b'] };
    const call = { operation: 'POST /accounts/{account_id}/load_balancers/pools', params, body };
    assert.equal(
      terraformText(call),
      `resource "cloudflare_load_balancer_pool" "example" {
  account_id = "${params.account_id}"
  name       = "$\${x}"
  origins    = [{
    address = "192.0.2.1"
    weight  = 1
  }]
  tags       = ["a", "b"]
}
`,
    );
  });

  it('does not exist for reading', () => {
    assert.equal(terraformText({ operation: 'GET /zones', params }), undefined);
  });
});
