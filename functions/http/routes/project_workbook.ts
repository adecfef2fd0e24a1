import pLimit from 'p-limit';
import { EXPORT_FORMATS } from '#core/contract/export.ts';
import { type WorkbookLoad, workbookLoadSchema } from '#core/contract/workbook_schema.ts';
import type { Session } from '../../auth/sessions.ts';
import { type NamedPlacement, reassign } from '../../calculations/placement.ts';
import { badRequest, faultyFields, Refusal } from '../../errors.ts';
import { attachment } from '../../export/disposition.ts';
import { insertCalculation, listProjectCalculations, replaceCalculation } from '../../store/calculations.ts';
import { inventoryObjects } from '../../store/inventory_objects.ts';
import { type InventorySettings, readInventorySettings } from '../../store/inventory_settings.ts';
import { newVersioned, nextVersion } from '../../store/versioned_items.ts';
import { type PlannedRow, planChanges, type StoredInventory } from '../../workbook/plan_changes.ts';
import { readInventoryWorkbook } from '../../workbook/read_workbook.ts';
import { writeInventoryWorkbook } from '../../workbook/write_workbook.ts';
import type { AppContext, IdempotentRequest } from '../app_context.ts';
import { TABLE_LIMIT } from '../body.ts';
import { FILE_FIELD, readPayload } from '../form.ts';
import { madeId } from '../idempotency.ts';
import { inventorySettingsUpdate } from '../inventory_update.ts';
import { unlessSame, updateWithOptimisticLock } from '../optimistic_update.ts';
import { pathId } from '../request.ts';
import { type RouteContext, type SignedInRoute, YES_NO } from '../route.ts';
import { refuseArchived } from './calculations.ts';
import { MISSING_PROJECT, ownProject } from './projects.ts';

const XLSX = EXPORT_FORMATS.xlsx.contentType;

/** Calculations that are stored at a time. */
const WRITES_AT_ONCE = 8;

/** Rows that an answer shows. */
const ROWS_SHOWN = 200;

/** Faults that a refusal lists. */
const FAULTS_LISTED = 100;

const common = { path: '/v1/projects/{project}/workbook', access: 'signed-in', slash: true, apart: true } as const;

/** The inventory of a project as one workbook, out and in. */
export const projectWorkbookRoutes: readonly SignedInRoute[] = [
  {
    ...common,
    method: 'GET',
    id: 'downloadWorkbook',
    summary: 'Книга инвентаризации: лист на вид расчёта, строка на расчёт; загружается обратно',
    answer: { status: 200, files: [XLSX] },
    handle: async (c, context, session) => {
      const project = await ownProject(context.db, session, pathId(c, 'project', MISSING_PROJECT));
      const { calculations, objects, homes } = await readInventory(context, session, project.id);
      const names = new Map(objects.map(({ id, name }) => [id, name]));
      const objectNames = new Map([...homes].map(([calculation, object]) => [calculation, names.get(object) ?? '']));
      // The oldest first, as people enter them.
      const bytes = await writeInventoryWorkbook(calculations.toReversed(), objectNames);
      const headers = {
        'Content-Type': XLSX,
        'Content-Disposition': attachment(`Книга инвентаризации — ${project.name}.xlsx`),
      };
      return c.body(bytes, 200, headers);
    },
  },
  {
    ...common,
    method: 'POST',
    id: 'loadWorkbook',
    summary: 'Загрузка книги инвентаризации: всё или ничего; check=true — только проверка',
    query: { check: { description: 'true — показать, что изменится, и ничего не записать', values: YES_NO } },
    form: {
      type: 'object',
      required: [FILE_FIELD],
      properties: { [FILE_FIELD]: { type: 'string', format: 'binary', title: 'Книга .xlsx, не больше 4 МБ' } },
    },
    bodyLimit: TABLE_LIMIT,
    answer: { status: 200, schema: workbookLoadSchema },
    handle: async (c, context, session, write) => c.json(await loadWorkbook(c, context, session, write)),
  },
];

async function loadWorkbook(
  c: AppContext,
  context: RouteContext,
  session: Session,
  write: IdempotentRequest,
): Promise<WorkbookLoad> {
  const project = pathId(c, 'project', MISSING_PROJECT);
  const isCheck = isChecked(c);
  await refuseArchived(context, session, project);
  const { file } = await readPayload(c);
  if (!file)
    throw badRequest('Приложите книгу .xlsx в поле file_data.', [{ field: FILE_FIELD, message: 'Нужен файл.' }]);
  const { rows, faults, notes } = readInventoryWorkbook(file.bytes, file.name);
  refuseFaulty(faults);
  const inventory = await readInventory(context, session, project);
  const plan = await planChanges(context, rows, inventory, {
    isOwn: (stored, index) => write.isKeyed && stored.write_id === madeId(write, index),
    madeIdOf: (index) => madeId(write, index),
  });
  refuseFaulty(plan.faults);
  const moves = plan.rows.flatMap((row) => moveOf(row, inventory, write) ?? []);
  await checkMoves(context, session, project, moves);
  if (!isCheck) {
    const limit = pLimit(WRITES_AT_ONCE);
    await Promise.all(plan.rows.map((row) => limit(() => storeRow(context, session, row, write))));
    await storeMoves(context, session, project, moves, write);
  }
  const created = plan.rows.filter(({ isNew }) => isNew).length;
  return {
    is_stored: !isCheck,
    ...{ created, changed: plan.rows.length - created, unchanged: plan.unchanged },
    rows: plan.rows.slice(0, ROWS_SHOWN).map(({ source, isNew, fields, cells }) => ({
      ...{ sheet: source.sheet.name, row: source.row, name: fields.name },
      ...{ is_new: isNew, cells },
    })),
    notes: [...notes],
  };
}

function isChecked(c: AppContext): boolean {
  const check = c.req.query('check')?.toLowerCase() ?? '';
  if (check !== '' && check !== 'true' && check !== 'false')
    throw badRequest('Параметр check принимает true или false.');
  return check === 'true';
}

/** Refuses a workbook with faults: the detail names the first place. */
function refuseFaulty(faults: Parameters<typeof faultyFields>[0]): void {
  const [first] = faults;
  if (!first) return;
  const { sheet = '', row = 0, column, message } = first;
  const place = `Лист «${sheet}», строка ${row}${column === undefined ? '' : `, столбец ${column}`}`;
  throw faultyFields(faults.slice(0, FAULTS_LISTED), {
    detail: `${place}: ${message} Ничего не записано.`,
    code: 'faulty_workbook',
    total: faults.length,
  });
}

async function readInventory(
  { db }: Pick<RouteContext, 'db'>,
  { tenant }: Session,
  project: string,
): Promise<StoredInventory> {
  const all = { deleted: false, limit: Number.POSITIVE_INFINITY, offset: 0 };
  const [listed, objects, settings] = await Promise.all([
    listProjectCalculations(db, tenant, project, all),
    inventoryObjects.all(db, tenant),
    readInventorySettings(db, tenant, project),
  ]);
  const homes = new Map((settings?.assigned ?? []).map(({ calculation, object }) => [calculation, object]));
  return { project, calculations: listed.objects, objects, homes };
}

/** A calculation that goes to another object, or to none, with the row that says so. */
interface Move {
  readonly row: PlannedRow;
  readonly placement: NamedPlacement;
}

function moveOf(row: PlannedRow, { homes }: StoredInventory, write: IdempotentRequest): Move | undefined {
  const { stored, object, index } = row;
  const home = (stored && homes.get(stored.id)) ?? null;
  if (home === object) return undefined;
  return { row, placement: { calculation: stored?.id ?? madeId(write, index), object } };
}

async function checkMoves(
  { db }: RouteContext,
  { tenant }: Session,
  project: string,
  moves: readonly Move[],
): Promise<void> {
  const { assigned = [] } = (await readInventorySettings(db, tenant, project)) ?? {};
  const coming = moves.map(({ row, placement }) => ({ id: placement.calculation, type: row.source.sheet.type }));
  const placements = moves.map(({ placement }) => placement);
  try {
    await reassign(db, tenant, project, assigned, placements, coming);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuseFaulty(
      (error.body.errors ?? []).map(({ field = '', message }) => {
        const move = moves[Number(field.split('.')[1])];
        return move ? { ...move.row.source.place('object'), message } : { message };
      }),
    );
    throw error;
  }
}

/** Stores one row under the id that a repeat of the request has, too. */
async function storeRow(
  { db, now }: RouteContext,
  { tenant, user }: Session,
  { source, index, isDone, stored, fields }: PlannedRow,
  write: IdempotentRequest,
): Promise<void> {
  if (isDone) return;
  const id = madeId(write, index);
  if (!stored) {
    const { type } = source.sheet;
    await insertCalculation(db, tenant, { ...newVersioned(user, now(), id), type, ...fields });
    return;
  }
  const { uncertainty: _replaced, ...rest } = stored;
  const next = { ...rest, ...fields, ...nextVersion(stored, user, now(), id) };
  const outcome = await replaceCalculation(db, tenant, stored, next);
  if (!('conflict' in outcome)) return;
  const detail = `Расчёт «${stored.name}» в эту минуту изменил кто-то ещё. Скачайте книгу заново и повторите свою правку.`;
  throw new Refusal(409, { detail, code: 'conflict' });
}

async function storeMoves(
  context: RouteContext,
  session: Session,
  project: string,
  moves: readonly Move[],
  write: IdempotentRequest,
): Promise<void> {
  if (moves.length === 0) return;
  await updateWithOptimisticLock<InventorySettings>({}, session.user, context.now(), write, {
    ...inventorySettingsUpdate(context, session, project),
    next: async (current) => {
      const placements = moves.map(({ placement }) => placement);
      const assigned = await reassign(context.db, session.tenant, project, current.assigned, placements);
      return unlessSame(current, { ...current, assigned });
    },
  });
}
