import { DICTIONARIES } from '#core/dictionaries/index.ts';
import { openDynamo } from '../adapters/aws/dynamo_database.ts';
import { seedDictionaries } from '../store/dictionaries.ts';
import { readEnvironment } from './environment.ts';

const { TABLE_NAME } = readEnvironment('TABLE_NAME');

/** Lambda's entry that writes the dictionaries of this release to the table at every deployment. */
export const handler = (): Promise<void> => seedDictionaries(openDynamo({ name: TABLE_NAME }), DICTIONARIES);
