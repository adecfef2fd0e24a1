import type { Core } from '#core/load.ts';
import { calculationsSections } from './calculations_sections.ts';
import { inventoryOf, inventorySections, totalRows } from './inventory_sections.ts';
import { passportSection, projectSection } from './project_sections.ts';
import type { ProjectSnapshot } from './project_snapshot.ts';
import { rowsSections, type StoredRowsSource } from './rows_sections.ts';
import { scenarioSections } from './scenario_section.ts';
import type { Section } from './section.ts';
import { coefficientsSection, formulasSection } from './trace_sections.ts';

/** What a report is made from beside the content itself. */
export interface ReportServices extends StoredRowsSource {
  readonly core: Core;
}

/**
 * A project as sections of rows, all of them from the definitions of its calculations. Plain: the project with its totals, its inventory and a section per calculation
 * type. Detailed: besides, a passport, coefficients with their norms, formulas with numbers, and the rows of every table.
 */
export async function makeReport(
  services: ReportServices,
  content: ProjectSnapshot,
  detail: boolean,
): Promise<Section[]> {
  const inventory = await inventoryOf(services.core, content);
  const totals = totalRows(inventory);
  const scenarios = await scenarioSections(services.core, inventory);
  const objects = [...inventorySections(inventory, detail), ...scenarios];
  if (!detail) return [projectSection(content, totals), ...objects, ...calculationsSections(content, false)];
  return [
    passportSection(services.core, content, totals),
    ...objects,
    ...calculationsSections(content, true),
    ...coefficientsSection(services.core, content),
    ...formulasSection(services.core, content),
    ...rowsSections(services, content),
  ];
}

/** Cells of a report, at most, without headers: the cost of building it. */
export function cellsOf(sections: readonly Section[]): number {
  return sections.reduce((sum, { count, width }) => sum + count * width, 0);
}
