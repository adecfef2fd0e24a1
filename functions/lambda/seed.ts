import { DICTIONARIES } from '#core/dictionaries/index.ts';
import { openDynamo } from '../adapters/aws/dynamo_database.ts';
import { seedDictionaries } from '../store/dictionaries.ts';
import { readEnvironment } from './environment.ts';

const { TABLE_NAME } = readEnvironment('TABLE_NAME');

/** Lambda's entry that puts the dictionaries of this release into the table: called at every deployment. */
export const handler = (): Promise<void> => seedDictionaries(openDynamo({ name: TABLE_NAME }), DICTIONARIES);
