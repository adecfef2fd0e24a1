/** Where drained methane goes. */
export const DESTINATION_KINDS = ['flare', 'engine', 'boiler', 'oxidiser', 'sold', 'vented'] as const;

export type DestinationKind = (typeof DESTINATION_KINDS)[number];
