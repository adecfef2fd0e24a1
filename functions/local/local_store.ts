import { join } from 'node:path';
import { StartError } from '../server/start_error.ts';
import { TABLE_DEFINITION } from '../store/layout.ts';
import { readDemoAccess } from './demo_access.ts';
import { type EmbeddedDynamo, FolderInUse, startDynamo } from './embedded_dynamo.ts';

/** The table of a data folder. */
export const TABLE_NAME = 'fugitive-emissions';

/** Opens the embedded store of a data folder; one process at a time may. */
export async function openStore(dataDir: string): Promise<EmbeddedDynamo> {
  try {
    return await startDynamo(join(dataDir, 'dynamo'), TABLE_NAME, TABLE_DEFINITION);
  } catch (cause) {
    if (!(cause instanceof FolderInUse)) throw cause;
    const url = readDemoAccess(dataDir)?.url;
    const where = url ? ` Он открыт по адресу ${url}` : '';
    throw new StartError(
      `Продукт уже запущен из этой папки: ${dataDir}.${where}\nОстановите его или укажите другую папку: DATA_DIR=папка npm start`,
      { cause },
    );
  }
}
