import type { CalculationDefinition } from '#core/calculations/definition.ts';
import { CALCULATION_TYPES, type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { StoredCalculation } from '../store/calculations.ts';
import type { ProjectSnapshot } from './project_snapshot.ts';

/** The calculations of one type that a project has. */
export interface TypeContent {
  readonly type: CalculationType;
  /** Its number in the project, from 1, for names of sheets: titles are too long. */
  readonly number: number;
  readonly title: string;
  readonly definition: CalculationDefinition;
  readonly calculations: readonly StoredCalculation[];
}

/** The types that a project has calculations of, in the order of the menu. */
export function byType({ calculations }: ProjectSnapshot): TypeContent[] {
  const present = CALCULATION_TYPES.filter((type) => calculations.some((calculation) => calculation.type === type));
  return present.map((type, place) => {
    const definition = definitionOf(type);
    const own = calculations.filter((calculation) => calculation.type === type);
    return { type, number: place + 1, title: definition.title, definition, calculations: own };
  });
}
