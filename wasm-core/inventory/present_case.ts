import type { DestinationKind } from '../contract/destinations.ts';
import type { ObjectInventory } from '../contract/inventory_schema.ts';
import type { PartName } from '../contract/parts.ts';
import type { CoreMemory } from '../core_memory.ts';
import type { Core } from '../load.ts';
import { CoreSums } from './core_sums.ts';
import type { Destination, MethaneBalanceCase } from './methane_balance.ts';

/** Parts that are destinations of drained gas. */
const DESTINATIONS: Readonly<Partial<Record<PartName, DestinationKind>>> = {
  flared: 'flare',
  engines: 'engine',
  boilers: 'boiler',
  oxidised: 'oxidiser',
  sold: 'sold',
  drainage_vented: 'vented',
};

/**
 * The balance of an object as a case that a scenario changes: masses become volumes at the density of IPCC, so that the differences of
 * two cases are those of the methane. The CO2 of a flare is then that of IPCC, whatever method the object's own calculation has.
 */
export function presentCase(core: Core, memory: CoreMemory, object: ObjectInventory, gwp: number): MethaneBalanceCase {
  const sums = new CoreSums(memory);
  const density_kg_m3 = core.constant('CH4_DENSITY');
  const volume = (mass_t: number) => sums.ratio(mass_t, density_kg_m3, 1000) ?? 0;
  const { way, coal_t, gross_t, drained_t, post_mining_t } = object.balance;
  const perTonne = (mass_t: number) => sums.ratio(volume(mass_t), coal_t) ?? 0;
  const destinations = object.sources.flatMap(({ part, lines }): Destination[] => {
    const kind = DESTINATIONS[part];
    if (!kind) return [];
    return lines.map(({ ch4_t, destroyed_t }) => {
      return { kind, volume_m3: volume(ch4_t), efficiency: sums.ratio(destroyed_t, ch4_t) ?? 0 };
    });
  });
  return {
    ...{
      coal_t,
      post_mining_ef_m3_t: perTonne(post_mining_t),
      drained_m3: volume(drained_t),
      density_kg_m3,
      gwp,
      destinations,
    },
    ...(way === 'factor'
      ? { ef_m3_t: perTonne(gross_t) }
      : { ventilation_t: sums.difference(drained_t, gross_t).difference }),
  };
}
