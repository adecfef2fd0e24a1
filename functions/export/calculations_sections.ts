import type { CalculationDefinition, Input, NumberInput, NumberResult, Result } from '#core/calculations/definition.ts';
import { unitOf } from '#core/calculations/trace.ts';
import type { StoredCalculation } from '../store/calculations.ts';
import type { ProjectSnapshot } from './project_snapshot.ts';
import { figureColumn, type ReportCell, type Section, type SectionColumn, sectionOf, textColumn } from './section.ts';
import { byType, type TypeContent } from './types.ts';

/** A column and its cells. */
interface Field {
  readonly column: SectionColumn;
  readonly cell: (calculation: StoredCalculation) => ReportCell;
}

/** A section per calculation type: a row per calculation with inputs and results in display units. */
export function calculationsSections(content: ProjectSnapshot, detail: boolean): Section[] {
  return byType(content).map((own) => {
    const fields = fieldsOf(own, detail);
    const rows = own.calculations.map((calculation) => fields.map(({ cell }) => cell(calculation)));
    return sectionOf(
      `${own.number}. ${own.title}`,
      own.title,
      fields.map(({ column }) => column),
      rows,
    );
  });
}

function fieldsOf(own: TypeContent, detail: boolean): Field[] {
  const { definition } = own;
  const { inputs, results, table } = definition;
  return [
    { column: textColumn('Название'), cell: ({ name }) => name },
    ...Object.entries(inputs).flatMap(([name, input]) => inputFields(own, name, input)),
    ...Object.entries(table?.summary ?? results).map(([name, result]) => resultField(name, result)),
    ...(table ? tableFields(definition, detail) : []),
    ...signatureFields(detail),
  ];
}

function inputFields(own: TypeContent, name: string, input: Input): Field[] {
  if (input.kind === 'number') return numberFields(own, name, input);
  const setting = ({ table }: StoredCalculation) => table?.settings[name] ?? '';
  const cell = (calculation: StoredCalculation): ReportCell =>
    input.kind === 'choice' ? (input.options[setting(calculation)] ?? setting(calculation)) : setting(calculation);
  return [{ column: textColumn(input.label), cell }];
}

/** Dictionary rows may narrow the unit («тыс. т», «млн м³»): differing units have their own column. */
function numberFields({ calculations }: TypeContent, name: string, { label, unit }: NumberInput): Field[] {
  const own = ({ provenance }: StoredCalculation) => unitOf(name, unit, provenance);
  const units = new Set(calculations.map(own));
  const cell = ({ inputs }: StoredCalculation): ReportCell => inputs[name] ?? null;
  const [only = unit] = units;
  if (units.size <= 1) return [{ column: figureColumn(label, only), cell }];
  return [
    { column: figureColumn(label), cell },
    { column: textColumn(`${label}: единица`), cell: own },
  ];
}

function resultField(name: string, result: Result): Field {
  if (result.kind === 'number') {
    return { column: resultColumn(result), cell: ({ results }) => displayedValue(result, results[name]) };
  }
  return { column: textColumn(result.label), cell: ({ results }) => String(results[name] ?? '') };
}

/** Header of a computed number: its label and the unit that people read. */
export function resultColumn({ label, unit, display }: NumberResult): SectionColumn {
  return figureColumn(label, display?.unit ?? unit);
}

/** A computed number in the unit that people read, at full precision. */
export function displayedValue({ display }: NumberResult, stored: unknown): number | null {
  if (typeof stored !== 'number' || !Number.isFinite(stored)) return null;
  return display ? stored / display.divisor : stored;
}

function tableFields({ table }: CalculationDefinition, detail: boolean): Field[] {
  const model: Field[] = [
    { column: textColumn('Модель'), cell: ({ table }) => table?.model?.name ?? '' },
    ...(detail ? [{ column: textColumn('Модель, SHA-256'), cell: modelHash }] : []),
  ];
  return [
    { column: figureColumn('Строк в таблице'), cell: ({ table }) => table?.rows.count ?? null },
    { column: textColumn('Файл'), cell: ({ table }) => table?.file_name ?? '' },
    ...(table?.modelInput === undefined ? [] : model),
    { column: textColumn('Предупреждения'), cell: remarks },
  ];
}

function modelHash({ table }: StoredCalculation): ReportCell {
  return table?.model?.sha256 ?? '';
}

/** Warnings and problems of a table; the item stores the first of them and their number. */
function remarks({ table }: StoredCalculation): ReportCell {
  if (!table) return '';
  const { warnings, problems, warnings_total, problems_total } = table;
  const left = warnings_total + problems_total - warnings.length - problems.length;
  const texts = [...warnings, ...problems.map(({ value, message }) => (value ? `${value}: ${message}` : message))];
  return [...texts, ...(left > 0 ? [`…и ещё ${left}`] : [])].join('\n');
}

function signatureFields(detail: boolean): Field[] {
  return [
    { column: textColumn('Автор'), cell: ({ author }) => author },
    { column: figureColumn('Создан', 'UTC'), cell: ({ created_at }) => ({ moment: created_at }) },
    { column: textColumn('Изменил'), cell: ({ editor }) => editor },
    { column: figureColumn('Изменён', 'UTC'), cell: ({ updated_at }) => ({ moment: updated_at }) },
    ...(detail
      ? [
          { column: figureColumn('Версия'), cell: ({ version }: StoredCalculation) => version },
          { column: textColumn('Ядро, SHA-256'), cell: ({ core_sha256 }: StoredCalculation) => core_sha256 },
        ]
      : []),
  ];
}
