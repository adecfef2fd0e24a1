import type { ProjectInventory } from '../contract/inventory_schema.ts';
import { counted, quoted, russianNumber } from '../contract/russian.ts';

/** Calculations that a remark names, at most. */
const MOST_NAMED = 3;

/** What stands beside a total: what it leaves out, what it takes from another method, what belongs to no object, which faults are open. */
export function totalRemarks({ objects, unassigned, findings }: ProjectInventory): string[] {
  const sources = objects.flatMap((one) => one.sources);
  const controls = sources.flatMap((one) => one.controls);
  const reported = controls.filter(({ is_mandatory }) => is_mandatory);
  const faults = findings.filter(({ severity, acknowledgement }) => severity === 'error' && !acknowledgement);
  const rest = unassigned.calculations;
  return [
    controls.length > 0 && `Контрольные расчёты показаны рядом и не складываются: ${names(controls)}.`,
    reported.length > 0 &&
      `Обязательный отчёт берёт вместо основного метода контрольный замер по приказу № 371: ${names(reported)}.`,
    rest.length > 0 &&
      `Не отнесено к объекту: ${counted(rest.length, 'расчёт', 'расчёта', 'расчётов')}, ${tonnes(unassigned.full.co2e_t)} т CO₂-экв. Они складываются без баланса метана: второй метод входит в сумму, утилизированный метан не вычитается.`,
    faults.length > 0 && `Ошибок без пояснения: ${faults.length}. Список — на вкладке «Инвентаризация».`,
  ].filter((text) => text !== false);
}

function names(calculations: readonly { readonly name: string }[]): string {
  const shown = calculations.slice(0, MOST_NAMED).map(({ name }) => quoted(name));
  const left = calculations.length - shown.length;
  return `${shown.join(', ')}${left > 0 ? ` и ещё ${left}` : ''}`;
}

function tonnes(mass: number): string {
  return russianNumber(Math.round(mass * 100) / 100);
}
