import { DESTINATION_LABELS, NOT_A_PROJECT } from '#core/contract/destinations.ts';
import type { ProjectInventory } from '#core/contract/inventory_schema.ts';
import { CoreMemory } from '#core/core_memory.ts';
import { computeSaved, type SavedScenario } from '#core/inventory/saved_scenarios.ts';
import type { Core } from '#core/load.ts';
import { figureColumn, type ReportRow, type Section, sectionOf, textColumn } from './section.ts';

/** The scenarios of a project with what they save and cost; a project that keeps none has no such section. */
export async function scenarioSections(core: Core, inventory: ProjectInventory): Promise<Section[]> {
  const { objects, gwp, scenarios = [] } = inventory;
  if (scenarios.length === 0) return [];
  const ground = { core, memory: await CoreMemory.open(core.module), objects, gwp };
  const columns = [
    ...['Сценарий', 'Объект', 'Назначения газа', 'Почему не посчитан'].map(textColumn),
    figureColumn('Дегазация', 'м³ CH₄'),
    figureColumn('Сейчас', 'т CO₂-экв.'),
    figureColumn('По сценарию', 'т CO₂-экв.'),
    figureColumn('Сокращение CH₄', 'т'),
    figureColumn('CO₂ сжигания на энергию', 'т'),
    figureColumn('Сокращение', 'т CO₂-экв.'),
    figureColumn('Затраты', 'руб./год'),
    figureColumn('Затраты', 'руб./т CO₂-экв.'),
  ];
  const rows = computeSaved(ground, scenarios).map(scenarioRow);
  return [sectionOf('Сценарии', `Сценарии «что если». ${NOT_A_PROJECT}`, columns, [...rows, noteRow(columns.length)])];
}

function scenarioRow({ scenario, objectName, result, refused, cost }: SavedScenario): ReportRow {
  const { name, drained_m3, destinations } = scenario;
  const parts = destinations.map(({ kind, volume_m3, efficiency }) => {
    return `${DESTINATION_LABELS[kind]}: ${volume_m3} м³ × ${efficiency}`.replaceAll('.', ',');
  });
  return [
    ...[name, objectName ?? '', parts.join('; '), refused ?? '', drained_m3],
    ...[result?.before.co2e_t, result?.after.co2e_t, result?.ch4_t, result?.combustion_co2_t, result?.saved_t].map(
      (value) => value ?? null,
    ),
    ...[cost?.annual_cost ?? null, cost?.cost_per_t ?? null],
  ];
}

/** A sheet shows no title: the words stand among its rows, too. */
function noteRow(width: number): ReportRow {
  return [NOT_A_PROJECT, ...Array.from({ length: width - 1 }, () => null)];
}
