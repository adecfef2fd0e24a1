/** Where drained methane goes. */
export const DESTINATION_KINDS = ['flare', 'engine', 'boiler', 'oxidiser', 'sold', 'vented'] as const;

export type DestinationKind = (typeof DESTINATION_KINDS)[number];

/** Where drained gas goes, in words. */
export const DESTINATION_LABELS: Readonly<Record<DestinationKind, string>> = {
  flare: 'Факел',
  engine: 'Газовые двигатели',
  boiler: 'Котлы',
  oxidiser: 'Окислители',
  sold: 'Передано потребителям',
  vented: 'Выпущено в атмосферу',
};

/** Stands beside every scenario: on the screen, on paper and in exports. */
export const NOT_A_PROJECT = 'Сценарий не заменяет проектную документацию.';
