import type { CalculationDefinition, NumberInputs } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { wireInputs } from '#core/calculations/schema.ts';
import { readOverrules } from '#core/uncertainty/read_overrules.ts';
import { computeFields, parseFields } from '../../calculations/calculation_fields.ts';
import { placementsOf } from '../../calculations/placement.ts';
import { badRequest, faultyFields } from '../../errors.ts';
import type { StoredCalculation } from '../../store/calculations.ts';
import { readBody } from '../body.ts';
import { calculationBody, changeBody } from '../calculation_schema.ts';
import type { JsonObject } from '../request.ts';
import type { RouteContext } from '../route.ts';
import type { CalculationHandlers, CalculationView } from './calculation_handlers.ts';

/** Calculations that are typed as fields and computed by a closed formula. */
export const fieldHandlers: CalculationHandlers = {
  requestSchema: (definition, purpose) => {
    const body = calculationBody(definition);
    return { body: purpose === 'create' ? body : changeBody(body) };
  },
  read: async (c) => ({ fields: await readBody(c) }),
  create: async (context, _session, type, { fields }) => ({ fields: await computeBody(context, type, fields) }),
  update: async (context, _session, current, { fields }, { is_deleted }) => {
    const computed = await computeBody(context, current.type, { ...show(current), ...fields });
    const same = sameNumbers(current.inputs, computed.inputs);
    if (!same) refuseUneditable(definitionOf(current.type));
    // The archive changes no results, even if the core has changed since.
    if (same && is_deleted !== current.is_deleted) return current;
    const { uncertainty: _replaced, ...rest } = current;
    return { ...rest, ...computed };
  },
  toSummary: show,
  toDetail: async ({ db }, { tenant }, calculation) => ({
    ...show(calculation),
    ...(await placementsOf(db, tenant, calculation.project))(calculation.id),
  }),
};

/** Refuses to change what a calculation is computed from, where its type does not allow it. */
export function refuseUneditable({ editable }: CalculationDefinition): void {
  if (!editable) throw badRequest('Такой расчёт не изменяют. Создайте новый.');
}

export function sameNumbers(one: NumberInputs, other: NumberInputs): boolean {
  return Object.keys(one).every((name) => one[name] === other[name]);
}

async function computeBody(context: RouteContext, type: CalculationType, body: JsonObject) {
  const definition = definitionOf(type);
  const parsed = parseFields(definition, body, context.core);
  if (!parsed.ok) throw faultyFields(parsed.errors);
  const overrules = await readOverrules(context.core, definition, parsed.fields.inputs, body.uncertainty);
  if (!overrules.ok) throw faultyFields(overrules.errors);
  const { uncertainty } = overrules;
  return { ...(await computeFields(context, type, parsed.fields)), ...(uncertainty && { uncertainty }) };
}

function show({ type, inputs, results, table: _none, write_id: _own, ...common }: StoredCalculation): CalculationView {
  return { ...common, ...wireInputs(definitionOf(type), inputs), ...results };
}
