import type { AttackSign } from '../../../../catalogs/attacks/attack-signs.ts';
import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { RequestReader } from '../../attack-reader.ts';
import type { InspectedRequest, InspectedValue } from '../../inspected-request.ts';
import { decodeForm } from '../../views/decode-form.ts';
import { findingIn } from '../report-finding.ts';
import { leavesFolder } from './archive-paths.ts';
import { fileContentKind } from './file-content-kind.ts';
import { fileNameKind } from './file-name-kind.ts';

type Report = (sign: AttackSign, strength: Strength) => void;

/** Parts of forms in which editors, playgrounds and gists send the files that are edited in them. */
const EDITOR_FIELD =
  /(?:^|[_.[-])(?:code|source|snippet|script|content|text|gist|paste)s?(?:\[[^\]]*\]|\])*$/i;

const STORING: ReadonlySet<string> = new Set(['PUT', 'MOVE', 'COPY']);

/** Files in which people show or keep code. */
const SOURCES =
  /^(?:txt|md|html?|xhtml|zip|tar|tgz|gz|7z|rar|patch|diff|js|ts|css|json|ya?ml|xml|rst|adoc|ipynb|tpl|twig|vue|log|sql|csv|docx?|pptx?|xlsx?|erb|ejs|hbs|stub|dist)$/;

/** Judges uploaded files by their names, declared types and contents. */
export const uploadReader: RequestReader = {
  read(request, report) {
    for (const value of request.values) {
      if (value.place !== 'file') continue;
      const add: Report = (sign, strength) => report(findingIn(value, sign, strength));
      if (value.isName === true) judgeName(value, add);
      else judgeContent(value, add);
    }
    if (STORING.has(request.method)) readStored(request, report);
  },
};

/** Sites expect no file that their server would run, whatever it contains; editors of code send such files in fields of theirs. */
function judgeName(value: InspectedValue, report: Report): void {
  const { isCode, isAmbiguous, isDisguised, hasPath } = fileNameKind(value.text);
  const isExpected = isAmbiguous || EDITOR_FIELD.test(value.name);
  if (isCode) report('upload-code-name', isExpected ? 'likely' : 'clear');
  if (isDisguised) report('upload-disguised-name', 'likely');
  if (hasPath) report('upload-path', 'likely');
}

function judgeContent(value: InspectedValue, report: Report): void {
  const name = fileNameKind(value.fileName ?? '');
  const content = fileContentKind(value.text);
  const isImage = /^(?:image|audio|video)\//i.test(value.fileType ?? '');
  const isSource = SOURCES.test(name.extension) && !isImage && !name.isDisguised;
  const hasCode = content.codeAt !== -1;
  if (hasCode && !isSource) {
    const isHidden = name.isMedia || isImage || name.isDisguised || content.hasMagic;
    const isClear = content.isDangerous && (isHidden || name.isCode);
    report('upload-code-content', isClear ? 'clear' : isHidden || name.isCode ? 'likely' : 'weak');
    if (isClear && name.isCode) report('upload-code-name', 'clear');
    if (isClear && name.isDisguised) report('upload-disguised-name', 'clear');
  }
  if (
    hasCode &&
    content.hasMagic &&
    !/^(?:zip|tar|gz|7z|rar|docx?|pptx?|xlsx?)$/.test(name.extension)
  ) {
    report('upload-polyglot', content.isDangerous ? 'clear' : 'likely');
  }
  const claimsImage = isImage || name.isMedia;
  const isPage = PAGE.test(value.text.slice(0, 100)) && !isVector(value);
  if (claimsImage && !content.hasMagic && (content.isProgram || content.codeAt === 0 || isPage)) {
    report('upload-wrong-type', 'likely');
  }
  if (content.isSettings && !isSource) report('upload-settings', 'clear');
  if (leavesFolder(value.text)) report('upload-archive-path', 'clear');
}

/** HTML, and drawings that can contain it. */
const PAGE = /^\s*<(?:!doctype\s+html|html|head|body|script|iframe|svg)[\s>]/i;

const isVector = ({ fileName = '', fileType = '' }: InspectedValue): boolean =>
  /\.svgz?$/i.test(fileName) || (/svg/i.test(fileType) && !/\.\w+$/.test(fileName));

/** A file that becomes part of the site under its own path. */
function readStored(request: InspectedRequest, report: Parameters<RequestReader['read']>[1]): void {
  const path = request.values.find(
    ({ place, isName, name }) =>
      (place === 'path' || name === 'destination') &&
      isName !== true &&
      (request.method === 'PUT') === (place === 'path'),
  );
  if (path === undefined) return;
  const name = fileNameKind(decodeForm(path.text, path.encoding).replace(/\/+$/, ''));
  if (!name.isCode && !name.isDisguised) return;
  // An API of a repository takes a document about the file.
  if (request.values.some(({ place }) => place === 'json' || place === 'form')) return;
  report(findingIn(path, 'upload-put', 'likely'));
  const body = request.values.find(({ place, isName }) => place === 'body' && isName !== true);
  if (body === undefined) return;
  const { codeAt, isDangerous } = fileContentKind(body.text);
  if (codeAt === -1) return;
  report(findingIn(body, 'upload-code-content', isDangerous ? 'clear' : 'likely'));
}
