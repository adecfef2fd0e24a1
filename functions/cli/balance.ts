// npm run balance -- CASE.json: the methane balance of a mine, as one JSON object.

import { CoreMemory } from '#core/core_memory.ts';
import { BalanceRefused, methaneBalance } from '#core/inventory/methane_balance.ts';
import { readMethaneBalance } from '#core/inventory/read_methane_balance.ts';
import { buildCore } from './build.ts';
import { FileRefused, readJsonFile } from './json_file.ts';

const USAGE = `Запуск: npm run balance -- СЛУЧАЙ.json
  СЛУЧАЙ.json  {coal_t, ef_m3_t | ventilation_t, post_mining_ef_m3_t, drained_m3, density_kg_m3, gwp, destinations: [{kind, volume_m3, efficiency}]}
               ef_m3_t — всё выделение на тонну угля, дегазация входит в него; ventilation_t — метан исходящей струи, дегазация прибавляется
               объёмы — чистый метан; сумма volume_m3 равна drained_m3; efficiency — доля от 0 до 1, которая не попадает в атмосферу шахты
               kind: flare (по умолчанию 0,98) | engine (0,995) | sold (1) | vented (0) | boiler, oxidiser (efficiency обязательна)
               density_kg_m3 по умолчанию 0,67 кг/м³, gwp — 25
Печатает один объект JSON: {gross_t, post_mining_t, destroyed_t, ch4_t, co2_t, co2e_t, implied_ef_m3_t, recovery}.
  co2_t — CO₂ факелов; CO₂ двигателей и котлов учитывается при сжигании. recovery — доля дегазации в выделении.
  Чего вычислить нельзя (нет добычи, нет выделения), то null.`;

async function run(path: string): Promise<void> {
  const content = await readJsonFile(path);
  await buildCore();
  // Imported on demand: it reads the output of the build above.
  const { loadServerCore } = await import('#functions/core.ts');
  const core = await loadServerCore();
  const balance = methaneBalance(await CoreMemory.open(core.module), readMethaneBalance(content, core));
  const { implied_ef_m3_t = null, recovery = null } = balance;
  if (recovery !== null && recovery > 1) {
    console.error('Дегазация больше всего выделения (recovery > 1). Проверьте ef_m3_t, coal_t и drained_m3.');
  }
  console.log(JSON.stringify({ ...balance, implied_ef_m3_t, recovery }, undefined, 2));
}

const [path, ...rest] = process.argv.slice(2);
if (path === undefined || path.startsWith('-') || rest.length > 0) {
  console.error(`Укажите один файл.\n\n${USAGE}`);
  process.exitCode = 1;
} else {
  try {
    await run(path);
  } catch (error) {
    if (!(error instanceof BalanceRefused || error instanceof FileRefused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
