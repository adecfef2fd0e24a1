import type { Fault } from '../contract/errors.ts';
import type { AssignedRole, Assignment, Placement } from '../contract/inventory_settings.ts';
import { type PartName, partOf } from '../contract/parts.ts';

/** What one request says of a calculation: `parts` are those that its type can state. */
export interface PlacementChange extends Placement {
  readonly calculation: string;
  readonly parts: readonly PartName[];
}

/** Assignments after a change, or every fault by the index of its change. */
export type AssignedOrFaults =
  | { readonly ok: true; readonly assigned: readonly Assignment[] }
  | { readonly ok: false; readonly errors: readonly Fault[] };

/** Calculations that the inventory of one project may hold. */
export const MOST_ASSIGNED = 5000;

/** Name of a source of one object: its calculations are methods for the same emission, or parts of it. */
export function sourceKey({ object, part }: Pick<Assignment, 'object' | 'part'>): string {
  return `${object}#${partOf(part).source}`;
}

/**
 * Role of each active calculation. Of a source whose calculations are not added up, the first that is no addend is main; addends of
 * its part add to it; all others are controls. Archived calculations keep their place and have no role.
 */
export function rolesOf(
  assigned: readonly Assignment[],
  isActive: (calculation: string) => boolean,
): Map<string, AssignedRole> {
  const active = assigned.filter(({ calculation }) => isActive(calculation));
  const mains = new Map<string, Assignment>();
  for (const wantsStance of [false, true]) {
    for (const one of active) {
      if (partOf(one.part).adds || (one.stance === 'added') !== wantsStance || mains.has(sourceKey(one))) continue;
      mains.set(sourceKey(one), one);
    }
  }
  return new Map(active.map((one) => [one.calculation, roleOf(one, mains.get(sourceKey(one)))]));
}

function roleOf(one: Assignment, main: Assignment | undefined): AssignedRole {
  if (partOf(one.part).adds) return one.stance === 'control' ? 'control' : 'added';
  if (main === one) return 'main';
  return one.stance === 'added' && main?.part === one.part ? 'added' : 'control';
}

/** Applies changes in their order. `hasObject`: whether the company has it; `isActive`: whether the calculation is not archived. */
export function assign(
  assigned: readonly Assignment[],
  changes: readonly PlacementChange[],
  hasObject: (object: string) => boolean,
  isActive: (calculation: string) => boolean,
): AssignedOrFaults {
  let next = assigned;
  const errors: Fault[] = [];
  const placed: [PlacementChange, number][] = [];
  for (const [index, change] of changes.entries()) {
    const outcome = place(next, change, rolesOf(next, isActive).get(change.calculation), hasObject);
    if ('field' in outcome) errors.push({ field: fieldAt(index, outcome.field), message: outcome.message });
    else next = outcome.assigned;
    placed.push([change, index]);
  }
  const roles = rolesOf(next, isActive);
  for (const [{ calculation, role }, index] of placed) {
    const now = roles.get(calculation);
    if (!role || now === undefined || now === role || errors.length > 0) continue;
    errors.push({ field: fieldAt(index, 'role'), message: REFUSED_ROLES[role] });
  }
  if (next.length > MOST_ASSIGNED) {
    errors.push({ field: 'assign', message: `К объектам проекта можно отнести не больше ${MOST_ASSIGNED} расчётов.` });
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, assigned: next };
}

const REFUSED_ROLES: Readonly<Record<AssignedRole, string>> = {
  main: 'Расчёты этой части складываются: основного среди них нет. Уберите роль или укажите added.',
  added:
    'Складывать не с чем: основной расчёт источника относится к другой части. Сделайте основным расчёт этой части.',
  control: 'У источника нет другого расчёта, поэтому этот остаётся основным. Сначала сделайте основным другой.',
};

function fieldAt(index: number, field: string): string {
  return `assign.${index}.${field}`;
}

type Placed = { readonly assigned: readonly Assignment[] } | { readonly field: string; readonly message: string };

function place(
  assigned: readonly Assignment[],
  { calculation, object, part, role, parts }: PlacementChange,
  now: AssignedRole | undefined,
  hasObject: (object: string) => boolean,
): Placed {
  const current = assigned.find((one) => one.calculation === calculation);
  const others = assigned.filter((one) => one.calculation !== calculation);
  if (object === null) return { assigned: others };
  const home = object ?? current?.object;
  if (home === undefined) return { field: 'object', message: 'Укажите объект, к которому относится расчёт.' };
  if (!hasObject(home)) return { field: 'object', message: 'Объект не найден. Откройте список объектов.' };
  const [only, second] = parts;
  const named = part ?? (current && parts.includes(current.part) ? current.part : second ? undefined : only);
  if (named === undefined) {
    const message =
      only === undefined
        ? 'Расчёт этого вида не описывает часть объекта: его не относят к объекту.'
        : `Укажите, что описывает расчёт: ${parts.join(', ')}.`;
    return { field: 'part', message };
  }
  if (!parts.includes(named)) {
    return { field: 'part', message: `Расчёт этого вида описывает только: ${parts.join(', ') || '—'}.` };
  }
  if (current?.object === home && current.part === named && (!role || role === now)) return { assigned };
  const stance = stanceOf(named, role, current?.part === named ? current.stance : undefined);
  const one: Assignment = { calculation, object: home, part: named, ...(stance && { stance }) };
  if (role === 'main') return { assigned: [one, ...others] };
  const stays = current && sourceKey(current) === sourceKey(one) && role !== 'control';
  return { assigned: stays ? assigned.map((other) => (other === current ? one : other)) : [...others, one] };
}

/** What is stored of a role: only what differs from what the place in the list says. */
function stanceOf(
  part: PartName,
  role: Placement['role'],
  current: Assignment['stance'],
): Assignment['stance'] | undefined {
  if (!role) return current;
  if (partOf(part).adds) return role === 'control' ? 'control' : undefined;
  return role === 'added' ? 'added' : undefined;
}
