import {
  type CspDirectiveEntry,
  cspDirective,
  cspDirectiveNames,
  cspKeywords,
  SELF,
} from '../../../catalogs/csp-directives.ts';
import { CspError } from '../../../detectors/csp/csp-error.ts';
import type { CspDirective } from '../../../detectors/csp/csp-policy.ts';
import { parsePolicy } from '../../../detectors/csp/parse-policy.ts';
import {
  keywords,
  printSource,
  type SourceExpression,
} from '../../../detectors/csp/source-expression.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Notice, notice } from '../../../http/envelope.ts';
import { gapNotices, tokenNotices } from '../../../http/gap-notices.ts';
import { isHeaderValue } from '../../../kernel/host-name.ts';
import type { PolicyConditions } from './policy-conditions.ts';
import type { PolicyDocument } from './policy-model.ts';

/** Throws if the expression or the value of a policy is not valid. */
export function checkPolicy(document: PolicyDocument, conditions: PolicyConditions): void {
  checkExpression(document.expression, conditions);
  const problem = valueProblem(document.value);
  if (problem) throw new ApiError('policyValueInvalid', { problem }, { pointer: '/value' });
}

function checkExpression(expression: string, conditions: PolicyConditions): void {
  const pointer = '/expression';
  if (expression.trim() === '') throw new ApiError('expressionBlank', {}, { pointer });
  const reason = conditions.problemOf(expression);
  if (reason) throw new ApiError('expressionInvalid', { expression, reason }, { pointer });
}

/** Notices about fields of the expression without a value, and about keywords without quotes. */
export function policyNotices(
  { expression, value }: PolicyDocument,
  conditions: PolicyConditions,
): Notice[] {
  const gaps = { where: 'the expression', ...conditions.gapsIn(expression) };
  return [...gapNotices([gaps]), ...tokenNotices([expression]), ...unquotedKeywords(value)];
}

/** According to the standard, keywords without quotes are hosts. */
function unquotedKeywords(value: string): Notice[] {
  return parsePolicy(value).directives.flatMap(({ name: directive, sources }) =>
    sources
      .filter(
        (source) => source.kind === 'host' && quotedWords.has(printSource(source).toLowerCase()),
      )
      .map((source) => notice('keywordUnquoted', { directive, word: printSource(source) })),
  );
}

const quotedWords = new Set<string>([...keywords, 'none']);

function valueProblem(value: string): string | undefined {
  // The edge would skip a policy that is not a valid header value, so it is refused here.
  if (!isHeaderValue(value)) {
    return 'a header is one line of ASCII characters: remove line breaks, control characters and non-ASCII characters';
  }
  try {
    const { directives } = parsePolicy(value, checkName);
    if (directives.length === 0) return "it has no directive: write one, such as script-src 'self'";
    for (const directive of directives) checkDirective(directive);
    return undefined;
  } catch (error) {
    if (!(error instanceof CspError)) throw error;
    return error.message;
  }
}

function checkName(name: string, at: number): void {
  if (name === 'report-uri' || name === 'report-to') {
    throw new CspError(at, `"${name}" is added by the edge, which takes the reports: remove it`);
  }
  if (cspDirective(name)) return;
  throw new CspError(at, `"${name}" is not supported; known are ${cspDirectiveNames.join(', ')}`);
}

function checkDirective({ name, at, sources, isNone }: CspDirective): void {
  const entry = cspDirective(name);
  if (!entry) return;
  if (entry.values === 'none' && (isNone || sources.length > 0)) {
    throw new CspError(at, `"${name}" takes no value: remove what follows it`);
  }
  for (const source of sources) {
    const problem = sourceProblem(source, entry);
    if (problem) throw new CspError(at, `${printSource(source)} in "${name}" ${problem}`);
  }
}

function sourceProblem(source: SourceExpression, { values }: CspDirectiveEntry) {
  if (source.kind === 'nonce') {
    return 'cannot be used: pages are not modified, so no element would have the nonce. Allow the script by its host, URL or hash';
  }
  if (source.kind === 'keyword' && source.keyword === 'strict-dynamic') {
    return 'cannot be used: it trusts resources that scripts with a nonce load, and there are no nonces. List the hosts instead';
  }
  if (source.kind === 'keyword' && !cspKeywords.includes(source.keyword)) {
    return `is not supported; known keywords are ${cspKeywords.map((word) => `'${word}'`).join(', ')} and 'none'`;
  }
  const isUrlSource = source.kind === 'scheme' || source.kind === 'host' || isSelf(source);
  return values === 'all' || isUrlSource
    ? undefined
    : "cannot be used: write schemes, hosts, 'self' or 'none'";
}

function isSelf(source: SourceExpression): boolean {
  return source.kind === 'keyword' && source.keyword === SELF;
}
