import { isPaymentName } from './field-words.ts';
import { taint } from './taint.ts';

/** Taint bits of paths with sensitive or external data. */
export const pathSources: ReadonlyMap<string, number> = new Map([
  ['document.cookie', taint.cookie | taint.wholeCookie],
  ['localStorage', taint.storage | taint.wholeStorage],
  ['sessionStorage', taint.storage | taint.wholeStorage],
  ['<forms>', taint.field | taint.allFields],
  ['<node>.value', taint.field],
  ['<anynode>.value', taint.field | taint.allFields],
  ['<input>.value', taint.field],
  ['<xhr>.responseText', taint.remote],
  ['<xhr>.response', taint.remote],
  ['event.key', taint.key],
  ['event.keyCode', taint.key],
  ['event.which', taint.key],
]);

/** The same for members of any object, by their last one or two names. */
export const memberSources: ReadonlyMap<string, number> = new Map([
  ['target.value', taint.field],
  ['currentTarget.value', taint.field],
  ['srcElement.value', taint.field],
  ['responseText', taint.remote],
]);

export const callSources: ReadonlyMap<string, number> = new Map([
  ['atob', taint.decoded],
  ['unescape', taint.decoded],
  ['String.fromCharCode.apply', taint.decoded],
  ['String.fromCodePoint', taint.decoded],
  ['btoa', taint.encoded],
  ['localStorage.key', taint.storage | taint.storageDump],
  ['sessionStorage.key', taint.storage | taint.storageDump],
  ['localStorage.getItem', taint.storage],
  ['sessionStorage.getItem', taint.storage],
  ['navigator.clipboard.readText', taint.clipboard],
  ['fetch', taint.remote],
  ['FormData', taint.field | taint.allFields],
]);

/** Methods of any object, by name. */
export const methodSources: ReadonlyMap<string, number> = new Map([
  ['val', taint.field],
  ['serialize', taint.field | taint.allFields],
  ['serializeArray', taint.field | taint.allFields],
]);

/** Taint bits of events, by the name of the event. */
export const eventBits: ReadonlyMap<string, number> = new Map([['message', taint.remote]]);

export const keyEventNames: ReadonlySet<string> = new Set(['keydown', 'keyup', 'keypress']);

/** Whether a selector matches all fields of a page. */
export const selectsAllFields = (text: string): boolean =>
  text.length < 200 &&
  text
    .split(',')
    .map((part) => part.trim())
    .some((part) => everyField.test(part) || everyPaymentField(part));

/** Fields in a container whose name indicates payment. */
const everyPaymentField = (part: string): boolean =>
  isPaymentName(part) && /^[#.][\w-]+\s+(?::input|input|select|input\[type=\S+\])$/i.test(part);

/** Fields of the page or of a form without a name or id; types of fields that people type into are allowed. */
const everyField =
  /^(?:(?:body|form(?:[.#][\w-]+)?)\s+)?(?::input|form|(?:input|select|textarea)(?:\[type=["']?(?:text|tel)["']?\]|\[(?:name|value|id)\]|:not\(\[type=["']?(?:hidden|submit|button)["']?\]\))*)$/i;
