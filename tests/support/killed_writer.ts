import { openSqliteDatabase } from '#functions/adapters/sqlite/sqlite_database.ts';
import { allOf, IS_NEW } from '#functions/store/condition.ts';

/** Writes one version of an item after another in eight parallel loops, until a test kills it; prints acknowledged versions. */
const [, , file = ''] = process.argv;
const db = await openSqliteDatabase(file);

async function writeLane(name: string): Promise<void> {
  const key = { pk: `C#${name}`, sk: 'P' };
  for (let version = Number((await db.get(key))?.version ?? 0) + 1; ; version++) {
    const isNext = version === 1 ? IS_NEW : allOf(['version', '=', version - 1]);
    if (!(await db.put({ ...key, version, text: 'x'.repeat(500) }, isNext))) process.exit(9);
    process.stdout.write(`${name} ${version}\n`);
  }
}

for (let lane = 0; lane < 8; lane++) void writeLane(String(lane));
