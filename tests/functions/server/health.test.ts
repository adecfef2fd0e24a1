import { expect, test } from 'vitest';
import { openDynamo } from '#functions/adapters/aws/dynamo_database.ts';
import { openS3 } from '#functions/adapters/aws/s3_files.ts';
import { health } from '#functions/server/health.ts';
import { openSdkFiles, openSdkTable } from '../../support/sdk_stores.ts';

test('answers 200 while table and bucket answer, else 503, and never more than that', async () => {
  const stores = [await openSdkTable(), await openSdkFiles()] as const;
  const [{ db, place }, { files, s3 }] = stores;
  const region = 'eu-central-1';
  const elsewhere = openDynamo({ ...place, region, name: 'another' });
  const noBucket = openS3({ bucket: 'another', endpoint: s3.endpoint, region, credentials: s3.credentials });
  const log: object[] = [];
  const ask = async (...[ofTable, ofFiles]: [typeof db, typeof files]) => {
    const answer = await health(ofTable, ofFiles, (entry) => log.push(entry)).request('/health');
    return [answer.status, await answer.text()];
  };
  expect(await ask(db, files)).toEqual([200, 'ok']);
  expect(log).toEqual([]);
  expect(await ask(elsewhere, files)).toEqual([503, 'unavailable']);
  expect(await ask(db, noBucket)).toEqual([503, 'unavailable']);
  expect(log).toMatchObject([{ event: 'not_healthy' }, { event: 'not_healthy' }]);
  for (const { close } of stores) await close();
});
