import { type NumberInputs, numberInputs } from '../calculations/definition.ts';
import { type CalculationType, definitionOf } from '../calculations/index.ts';
import { DEFAULT_UNCERTAINTIES, type DefaultUncertaintyName } from '../contract/default_uncertainties.ts';
import type { Provenance } from '../contract/dictionary.ts';
import type { PartName } from '../contract/parts.ts';
import type { Evidence, UncertaintyLaw } from '../contract/uncertainty_law.ts';
import type { OverruledUncertainties, OverruledUncertainty } from '../contract/uncertainty_schema.ts';
import { rowUncertainty } from '../dictionaries/index.ts';

/** What the uncertainty of a calculation's inputs follows from. */
export interface UncertainCalculation {
  readonly id: string;
  readonly type: CalculationType;
  readonly inputs: NumberInputs;
  readonly provenance: readonly Provenance[];
  readonly uncertainty?: OverruledUncertainties | undefined;
}

/** The uncertainty of an input, its grounds, and the quantity that it belongs to. */
export interface StatedUncertainty {
  readonly law: UncertaintyLaw;
  /** Document or expert; the reason of the person who overruled it. */
  readonly source: string;
  /** Null: stated by a person. */
  readonly mark: Evidence | null;
  /** Inputs with one id are one quantity. */
  readonly group: string;
}

/**
 * The uncertainties of a calculation by input; an input without one is not in the list. A person's
 * comes first, then that of the dictionary row, of the `part` that the calculation states (by
 * default its usual one), of the input.
 */
export function statedUncertainties(
  { id, type, provenance, uncertainty = {} }: UncertainCalculation,
  part?: PartName,
): Readonly<Record<string, StatedUncertainty>> {
  const definition = definitionOf(type);
  const parts = definition.parts ?? {};
  const statement = part ? parts[part] : Object.values(parts)[0];
  const entries = numberInputs(definition).flatMap(([name, input]): [string, StatedUncertainty][] => {
    const own = `calculation/${id}/${name}`;
    const overruled = Object.hasOwn(uncertainty, name) ? uncertainty[name] : undefined;
    if (overruled) return [[name, ofPerson(overruled, own)]];
    const row = provenance.find(({ presets }) => presets.includes(name));
    const default_ = row
      ? rowUncertainty(row.dictionary, row.id, name)
      : partUncertainty(statement?.uncertainty, name, input.uncertainty);
    if (!default_) return [];
    const group = row ? `dictionary/${row.dictionary}/${row.id}/${name}` : own;
    const { law, source, mark } = DEFAULT_UNCERTAINTIES[default_];
    return [[name, { law, source, mark, group }]];
  });
  return Object.fromEntries(entries);
}

function partUncertainty(
  ofPart: Readonly<Partial<Record<string, DefaultUncertaintyName | null>>> | undefined,
  name: string,
  ofInput: DefaultUncertaintyName | undefined,
): DefaultUncertaintyName | undefined {
  const named = ofPart?.[name];
  return named === undefined ? ofInput : (named ?? undefined);
}

function ofPerson({ reason, group, ...law }: OverruledUncertainty, own: string): StatedUncertainty {
  return { law, source: reason, mark: null, group: group === undefined ? own : `group/${group}` };
}
