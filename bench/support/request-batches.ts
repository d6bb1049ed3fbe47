import { EncodedBatch } from '../../src/bus/encoded-batch.ts';
import { httpRequestColumns } from '../../src/contracts/events/http-request-event.ts';
import { ColumnWriter } from '../../src/kernel/columns/column-writer.ts';

const AGENTS = Array.from(
  { length: 40 },
  (_, n) =>
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + n}.0.${n * 37}.0 Safari/537.36`,
);
const TYPES = ['text/html; charset=utf-8', 'application/json', 'image/webp', 'text/css'];
const STATUSES = [200, 200, 200, 200, 304, 301, 404, 500];

/** The account of the lines. */
export const BATCH_ACCOUNT = '0123456789abcdef0123456789abcdef';

/** Batches of the request log of a shop with 20 zones, 40 user agents and 5,000 visitors and URLs; each differs. */
export function requestBatches(
  batches: number,
  lines: number,
  zones?: readonly { readonly id: string; readonly name: string }[],
): EncodedBatch[] {
  const random = generator(7);
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const hex = (length: number) =>
    Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
  const shops =
    zones ?? Array.from({ length: 20 }, (_, n) => ({ id: hex(32), name: `shop-${n}.example` }));
  const writer = new ColumnWriter(httpRequestColumns, lines);
  let now = 1_800_000_000_000;
  return Array.from({ length: batches }, () => {
    for (let row = 0; row < lines; row++) {
      const { values } = writer;
      const zone = pick(shops);
      const visitor = Math.floor(random() * 5_000);
      const page = Math.floor(random() * 5_000);
      now += random() < 0.1 ? 1 : 0;
      values.zoneId[row] = zone.id;
      values.accountId[row] = BATCH_ACCOUNT;
      values.RayID[row] = hex(16);
      values.EdgeStartTimestamp[row] = now;
      values.EdgeEndTimestamp[row] = now + Math.floor(random() * 40);
      values.ZoneName[row] = zone.name;
      values.ClientIP[row] = `203.0.${visitor >> 8}.${visitor & 255}`;
      values.ClientSrcPort[row] = 1_024 + Math.floor(random() * 60_000);
      values.ClientDeviceType[row] = 'desktop';
      values.ClientRequestBytes[row] = 300 + Math.floor(random() * 900);
      values.ClientRequestHost[row] = `www.${zone.name}`;
      values.ClientRequestMethod[row] = random() < 0.1 ? 'POST' : 'GET';
      values.ClientRequestProtocol[row] = 'HTTP/2';
      values.ClientRequestReferer[row] = random() < 0.5 ? `https://www.${zone.name}/` : '';
      values.ClientRequestScheme[row] = 'https';
      values.ClientRequestURI[row] = `/catalogue/products/${page}/details?session=${hex(8)}`;
      values.ClientRequestUserAgent[row] = pick(AGENTS);
      values.ClientXRequestedWith[row] = '';
      values.ClientSSLCipher[row] = 'TLS_AES_128_GCM_SHA256';
      values.ClientSSLProtocol[row] = 'TLSv1.3';
      values.EdgeRequestHost[row] = `www.${zone.name}`;
      values.EdgeResponseBodyBytes[row] = Math.floor(random() * 50_000);
      values.EdgeResponseBytes[row] = 400 + Math.floor(random() * 50_000);
      values.EdgeResponseContentType[row] = pick(TYPES);
      values.EdgeResponseStatus[row] = pick(STATUSES);
      values.EdgeTimeToFirstByteMs[row] = Math.floor(random() * 30);
      values.OriginIP[row] = `10.0.0.${Math.floor(random() * 4)}`;
      values.OriginResponseDurationMs[row] = Math.floor(random() * 30);
      values.OriginResponseHTTPExpires[row] = '';
      values.OriginResponseHTTPLastModified[row] = '';
      values.OriginResponseHeaderReceiveDurationMs[row] = Math.floor(random() * 20);
      values.OriginResponseStatus[row] = pick(STATUSES);
      writer.count = row + 1;
    }
    return new EncodedBatch(writer.take(), lines);
  });
}

/** A linear congruential generator, so that every run has the same lines. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
