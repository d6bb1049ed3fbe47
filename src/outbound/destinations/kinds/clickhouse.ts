import { DestinationError } from '../destination-error.ts';
import type { DestinationKind } from '../destination-kind.ts';
import { badText } from '../destination-text.ts';
import { hostAddress } from '../host-address.ts';
import { httpWriter } from '../http-writer.ts';
import { booleanOption, readOptions } from '../option-rules.ts';
import { protocolOf, serverOptions, verifiesTls } from '../server-options.ts';

const MAX_BYTES = 100_000_000;
const PORTS = [8123];
const PATH = /^\/([A-Za-z_]\w{0,127})\/([A-Za-z_]\w{0,127})$/;
const EXCEPTION_HEADER = 'x-clickhouse-exception-code';

/** `clickhouse://HOST/DATABASE/TABLE?user=…&password=…`. */
export const clickhouseKind: DestinationKind = {
  read(text) {
    const { values, headers, secrets, masked } = readOptions(text, {
      options: { ...serverOptions, 'skip-unknown-fields': booleanOption },
      headers: true,
    });
    const { url, address } = hostAddress(text, protocolOf(values));
    const [, database, table] = PATH.exec(url.pathname) ?? [];
    if (database === undefined) throw badText('needs a database and a table: HOST/DATABASE/TABLE');
    const credential = {
      ...(values['user'] && { 'x-clickhouse-user': values['user'] }),
      ...(values['password'] && { 'x-clickhouse-key': values['password'] }),
    };
    const name = `clickhouse://${url.host}`;
    return {
      kind: 'clickhouse',
      needsChallenge: false,
      maxBytes: MAX_BYTES,
      form: 'text',
      address,
      maskedOptions: masked,
      secrets,
      open: (deps) =>
        httpWriter(
          {
            name,
            furtherPorts: PORTS,
            verifyTls: verifiesTls(values),
            // No rows: the server checks the credential and the table, and inserts nothing.
            probeText: '\n',
            request(item) {
              const format = item.contentType === 'text/csv' ? 'CSV' : 'JSONEachRow';
              const query = new URLSearchParams({
                query: `INSERT INTO \`${database}\`.\`${table}\` FORMAT ${format}`,
                // Tables with insert deduplication store a repeat once.
                insert_deduplication_token: item.id,
                date_time_input_format: 'best_effort',
                input_format_skip_unknown_fields:
                  values['skip-unknown-fields'] === 'true' ? '1' : '0',
              });
              return { url: `${url.origin}/?${query}`, headers: { ...credential, ...headers } };
            },
            check({ headers: received }) {
              const code = exceptionOf(received);
              if (code) throw new DestinationError(`${name} refused a batch: ${code}`);
            },
            reason: ({ headers: received }) => exceptionOf(received),
          },
          deps,
        ),
    };
  },
};

function exceptionOf(headers: Readonly<Record<string, string>>): string | undefined {
  const code = headers[EXCEPTION_HEADER];
  return code !== undefined && /^\d{1,6}$/.test(code) ? `exception ${code}` : undefined;
}
