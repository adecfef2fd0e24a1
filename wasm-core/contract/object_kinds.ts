/** Kinds of objects of a coal company, with their Russian names. */
export const OBJECT_KINDS = {
  underground_mine: 'Шахта',
  open_pit: 'Разрез',
  processing_plant: 'Обогатительная фабрика',
  boiler_house: 'Котельная',
  abandoned_mine: 'Закрытая шахта',
  other: 'Другой объект',
} as const;

export type ObjectKind = keyof typeof OBJECT_KINDS;

export const OBJECT_KIND_NAMES = Object.keys(OBJECT_KINDS) as ObjectKind[];

/** Russian name of a kind; of a text that names no kind, the text itself. */
export function objectKindName(kind: string): string {
  return Object.hasOwn(OBJECT_KINDS, kind) ? OBJECT_KINDS[kind as ObjectKind] : kind;
}
