import type { FormPair } from '../form/multi-map.ts';

/** Signs that names of fields have; in data, such a name between `&` and `=` is rare. */
const PLAIN_NAME = /^ *[\w.[\]$%+-]{1,100}$/;

/**
 * The pairs of a form that can be fields. Clients send files of any kind as a form (`curl --data-binary @FILE`) or without
 * a type; what stands there between `&` and `=` is no name that an application knows.
 */
export function formFields(pairs: readonly FormPair[], isData: boolean): readonly FormPair[] {
  return pairs.filter(({ rawName }) =>
    isData ? PLAIN_NAME.test(rawName) : !/[\r\n]/.test(rawName.trim()),
  );
}
