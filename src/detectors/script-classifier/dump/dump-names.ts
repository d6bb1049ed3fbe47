import type { ReadLayer } from '../script-layers.ts';
import type { Binding, Origin } from '../tree/bindings.ts';
import { constantText } from './dump-values.ts';
import type { SourceView } from './source-view.ts';

/** Values of a variable that are shown. */
const MAX_VALUES = 8;

/** Variables with all that is assigned to them, in the order in which they appear. */
export function dumpNames({ facts: { reading } }: ReadLayer, view: SourceView): string[] {
  const { bindings, tree, values } = reading;
  return bindings.all
    .filter((binding) => !binding.isGlobal || isAssigned(binding))
    .map((binding) => ({ binding, first: bindings.referencesOf(binding)[0] ?? 0 }))
    .sort((a, b) => a.first - b.first)
    .map(({ binding, first }) => {
      const constant = values.constant(tree.node(first));
      return [
        `${view.position(first)} ${binding.name}: ${kindOf(binding)}`,
        ...assigned(binding, view),
        ...(binding.origin ? [originText(binding.origin, view)] : []),
        ...(binding.hasUnknownValues ? ['changed in ways that are not followed'] : []),
        ...(constant ? [`is ${constantText(constant)}`] : []),
      ].join(', ');
    });
}

const isAssigned = ({ values, hasUnknownValues, origin }: Binding): boolean =>
  values.length > 0 || hasUnknownValues || origin !== undefined;

const kindOf = ({ isGlobal, isParameter }: Binding): string =>
  isGlobal ? 'global' : isParameter ? 'parameter' : 'variable';

function assigned({ values }: Binding, view: SourceView): string[] {
  const shown = values.slice(0, MAX_VALUES).map((value) => `= ${view.code(value)}`);
  return values.length > MAX_VALUES ? [...shown, `… ${values.length} in all`] : shown;
}

function originText({ kind, of, keys }: Origin, view: SourceView): string {
  const whole = of ? view.code(of) : 'the page';
  const part = keys.length > 0 ? `.${keys.join('.')} of ` : '';
  return kind === 'value' ? `${part}${whole}` : `${part}${kind} of ${whole}`;
}
