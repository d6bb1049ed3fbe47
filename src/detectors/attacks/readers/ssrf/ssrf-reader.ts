import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import {
  metadataPaths,
  servicePorts,
  unusualSchemes,
} from '../../../../catalogs/attacks/words/internal-hosts.ts';
import type { AttackReader, ReadContext } from '../../attack-reader.ts';
import { type Host, hostKind } from './host-kind.ts';
import { ssrfTriggers } from './ssrf-triggers.ts';
import { type TargetField, targetField } from './target-fields.ts';
import { type UrlTarget, urlTargets } from './url-targets.ts';

const ports: ReadonlySet<string> = new Set(servicePorts);
const clearSchemes: ReadonlySet<string> = new Set(unusualSchemes.clear);
const likelySchemes: ReadonlySet<string> = new Set(unusualSchemes.likely);
const BARE_ADDRESS = /^\s*(?:\/?@)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?(\/\S*)?\s*$/;
const MAX_BARE = 300;
/** Hosts and paths are looked at in full, as far as they are read. */
const STEPS_PER_TARGET = 300;

/** Reads a value as a URL that aims at an internal host. */
export const ssrfReader: AttackReader = {
  name: 'ssrf',
  triggers: ssrfTriggers,
  read(text, context) {
    const field = isAddressBody(text, context) ? 'fetched' : targetField(context.value);
    const { place, isName } = context.value;
    if (field === 'ignored' || (place === 'file' && isName !== true)) return;
    const beginning = text.length - text.trimStart().length;
    const isWord = !/[^ \t\r\n][ \t\r\n]+[^ \t\r\n]/.test(text);
    for (const target of urlTargets(text)) {
      if (!context.budget.take(STEPS_PER_TARGET)) return;
      const isWhole = isWord && target.start === beginning;
      judgeTarget(target, { field, isWhole }, context);
    }
    readBareAddress(text, context);
    readSocket(text, context);
  },
};

/** A body that is an address as a whole tells the application what to request. */
const isAddressBody = (text: string, { value }: ReadContext): boolean =>
  value.place === 'body' &&
  text.length < MAX_BARE &&
  /^\s*[a-z][a-z0-9+.-]{1,15}:\/\/\S+\s*$/i.test(text);

interface Circumstances {
  readonly field: TargetField;
  /** Whether the value is the address. */
  readonly isWhole: boolean;
}

function judgeTarget(
  target: UrlTarget,
  { field, isWhole }: Circumstances,
  context: ReadContext,
): void {
  const host = hostKind(target.host);
  const isQuoted = context.role === 'prose' || context.role === 'markup' || context.role === 'code';
  const report: Report = (sign, strength) => {
    const seen = isQuoted ? 'weak' : isWhole ? strength : lower(strength);
    context.report(sign, seen, target.start, target.end);
  };
  judgeScheme(target, field, report);
  if (host.isDisguised && (host.kind !== 'public' || host.isAddress)) {
    report('ssrf-disguised', host.kind === 'public' || target.scheme === '' ? 'likely' : 'clear');
  }
  if (host.kind === 'public') {
    // The internal host stands where some programs read a user.
    const isHidden = target.user !== '' && hostKind(target.user).kind !== 'public';
    if (isHidden) report('ssrf-user', 'clear');
    return;
  }
  judgeHost(target, host, field, report);
  if (target.user.includes('.')) report('ssrf-user', 'clear');
  if (ports.has(target.port)) report('ssrf-service', field === 'browser' ? 'weak' : 'likely');
}

type Report = (sign: Parameters<ReadContext['report']>[0], strength: Strength) => void;

const lower = (strength: Strength): Strength => (strength === 'clear' ? 'likely' : 'weak');

function judgeScheme({ scheme }: UrlTarget, field: TargetField, report: Report): void {
  if (clearSchemes.has(scheme)) report('ssrf-scheme', 'clear');
  else if (likelySchemes.has(scheme))
    report('ssrf-scheme', field === 'fetched' ? 'likely' : 'weak');
}

function judgeHost({ path }: UrlTarget, host: Host, field: TargetField, report: Report): void {
  const isFetched = field === 'fetched';
  if (host.isAlias) report('ssrf-alias', isFetched ? 'likely' : 'weak');
  if (host.kind === 'metadata') report('ssrf-metadata', 'clear');
  else if (host.kind === 'loopback') report('ssrf-loopback', isFetched ? 'likely' : 'weak');
  else report('ssrf-private', isFetched ? 'likely' : 'weak');
  if (metadataPaths.some((known) => path.startsWith(known))) report('ssrf-metadata-path', 'clear');
}

/** A host without a scheme, which applications complete. */
function readBareAddress(text: string, { report }: ReadContext): void {
  const [, address, path] = (text.length < MAX_BARE && BARE_ADDRESS.exec(text)) || [];
  if (address === undefined || hostKind(address).kind !== 'metadata') return;
  report('ssrf-metadata', path === undefined ? 'likely' : 'clear', 0, text.length);
  if (path !== undefined && metadataPaths.some((known) => path.toLowerCase().startsWith(known))) {
    report('ssrf-metadata-path', 'clear', 0, text.length);
  }
}

/** The notation in which a proxy module of Apache takes a target from the query. */
function readSocket(text: string, { report }: ReadContext): void {
  if (!/^\s*unix:/i.test(text)) return;
  const bar = text.indexOf('|');
  if (bar === -1 || !/^https?:/i.test(text.slice(bar + 1, bar + 8))) return;
  report('ssrf-socket', 'clear', 0, text.length);
}
