import { definitionOf } from '#core/calculations/index.ts';
import { wireInputs } from '#core/calculations/schema.ts';
import { paths } from '#core/contract/paths.ts';
import { ROWS_INSIDE, ROWS_PAGE_LIMIT, type RowsLeftOut } from '#core/contract/rows.ts';
import { MAX_STEPS_AT_ONCE } from '#core/models/limits.ts';
import {
  type CheckedTable,
  checkTable,
  computeChecked,
  storeRows,
  type TableRequest,
} from '../../calculations/dataset_calculation.ts';
import type { StoredCalculation } from '../../store/calculations.ts';
import { TABLE_LIMIT } from '../body.ts';
import { tableBodies } from '../dataset_schema.ts';
import { readPayload } from '../form.ts';
import type { CalculationHandlers, CalculationView } from './calculation_handlers.ts';
import { refuseUneditable, sameNumbers } from './field_handlers.ts';
import { readRowsPage, shapeRows } from './rows_page.ts';

/** Somebody waits for the answer to a request, and others for the thread. */
const AT_ONCE = { maxSteps: MAX_STEPS_AT_ONCE } as const;

/** Dataset calculations: rows typed or from a file. Every write computes everything again. */
export const datasetHandlers: CalculationHandlers = {
  requestSchema: (definition, purpose) => ({ ...tableBodies(definition, purpose), bodyLimit: TABLE_LIMIT }),
  read: readPayload,
  create: async (context, { tenant }, type, { fields, file }) => {
    const request: TableRequest = { tenant, type, body: fields, ...(file && { file }) };
    const computed = await computeChecked(context, await checkTable(context, request), AT_ONCE);
    return { fields: computed.fields, store: (id) => storeRows(context, tenant, id, computed) };
  },
  update: async (context, { tenant }, current, { fields, file }, { is_deleted }) => {
    const body = { ...show(current), ...fields };
    const request: TableRequest = { tenant, type: current.type, body, current, ...(file && { file }) };
    const checked = await checkTable(context, request);
    if (sameFigures(current, checked)) {
      // The archive changes no results, even if the core has changed since.
      if (is_deleted !== current.is_deleted) return current;
      if (sameMeans(current, checked, context.core.sha256)) return { ...current, name: checked.fields.name };
    } else refuseUneditable(checked.definition);
    const computed = await computeChecked(context, checked, AT_ONCE);
    await storeRows(context, tenant, current.id, computed);
    return { ...current, ...computed.fields };
  },
  toSummary: show,
  toDetail: async ({ files }, { tenant }, calculation) => {
    const definition = definitionOf(calculation.type);
    const { rows } = await readRowsPage(files, tenant, calculation, { offset: 0, limit: ROWS_INSIDE });
    return { ...show(calculation), ...shapeRows(definition, rows), ...rowsLeftOut(calculation, rows.length) };
  },
};

/** What an answer says of the rows that it leaves out: how many, and where they are. */
function rowsLeftOut({ id, type, table }: StoredCalculation, inside: number): Partial<RowsLeftOut> {
  const left = (table?.rows.count ?? 0) - inside;
  if (left <= 0) return {};
  return {
    rows_left_out: left,
    rows_next: `${paths.calculationRows(type, id)}?limit=${ROWS_PAGE_LIMIT}&offset=${inside}`,
  };
}

/** Whether a request asks for what stands: the same rows, inputs, settings and model. */
function sameFigures({ inputs, actual, table }: StoredCalculation, { fields, model, rows }: CheckedTable): boolean {
  return (
    !rows.changed &&
    sameNumbers(inputs, fields.inputs) &&
    actual.join() === fields.actual.join() &&
    table?.model?.id === model?.id &&
    Object.entries(fields.settings).every(([name, value]) => table?.settings[name] === value)
  );
}

/** Whether the same core and the same model would compute the same bits. */
function sameMeans({ core_sha256, table }: StoredCalculation, { model }: CheckedTable, core: string): boolean {
  return core_sha256 === core && table?.model?.sha256 === model?.sha256;
}

function show({ type, inputs, results, table, write_id: _own, ...common }: StoredCalculation): CalculationView {
  if (!table) throw new TypeError(`The calculation ${common.id} takes no table`);
  const { settings, rows, ...said } = table;
  const summary = Object.keys(definitionOf(type).table?.summary ?? {}).map((name) => [name, results[name] ?? null]);
  return {
    ...common,
    ...wireInputs(definitionOf(type), inputs),
    ...settings,
    ...Object.fromEntries(summary),
    ...said,
    rows_count: rows.count,
    rows_sha256: rows.sha256,
  };
}
