import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventOf } from '../jobs/event.ts';
import { csv, type JobHouse, openJobHouse } from '../jobs/job_house.ts';

let house: JobHouse;
const before = { ...process.env };

beforeAll(async () => {
  house = await openJobHouse();
});
afterAll(async () => {
  process.env = before;
  await house.close();
});

test("Lambda's entry finds table and bucket by the environment alone, and does a job", async () => {
  const { table, files } = house.reach();
  Object.assign(process.env, {
    TABLE_NAME: table.name,
    BUCKET_NAME: files.bucket,
    AWS_ENDPOINT_URL_DYNAMODB: table.endpoint,
    AWS_ENDPOINT_URL_S3: files.endpoint,
    AWS_REGION: table.region,
    AWS_ACCESS_KEY_ID: table.credentials?.accessKeyId,
    AWS_SECRET_ACCESS_KEY: table.credentials?.secretAccessKey,
  });
  const { handler } = await import('#functions/lambda/worker.ts');
  const ticket = await house.ticket();
  await house.send(ticket, csv(30));
  expect(await handler(eventOf(house.messages))).toEqual({ batchItemFailures: [] });
  expect((await house.job(ticket.job.id)).state).toBe('done');
});
