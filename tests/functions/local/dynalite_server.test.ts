import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, expect, test, vi } from 'vitest';
import { ROOT } from '#functions/cli/build.ts';
import { type EmbeddedDynamo, startDynamo } from '#functions/local/former_store/dynalite_server.ts';
import { TABLE_DEFINITION } from '#functions/store/layout.ts';

const folder = mkdtempSync(join(tmpdir(), 'dynamo-'));
const Key = { pk: { S: 'C#1' }, sk: { S: 'COMPANY' } };
let dynamo: EmbeddedDynamo | undefined;

afterEach(async () => {
  await dynamo?.close();
  dynamo = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const requireOfDynalite = createRequire(import.meta.resolve('dynalite'));
const { Level } = requireOfDynalite('level') as {
  Level: new () => { attachResource(): void; detachResource(): void };
};

function client({ endpoint, credentials }: Pick<EmbeddedDynamo, 'endpoint' | 'credentials'>): DynamoDBClient {
  return new DynamoDBClient({ endpoint, credentials, region: 'eu-central-1', maxAttempts: 1 });
}

test('keeps what was written when it is stopped and started again', async () => {
  dynamo = await startDynamo(folder, 'product', TABLE_DEFINITION);
  await client(dynamo).send(new PutItemCommand({ TableName: 'product', Item: { ...Key, name: { S: 'Шахта' } } }));
  await dynamo.close();
  dynamo = await startDynamo(folder, 'product', TABLE_DEFINITION);
  const { Item } = await client(dynamo).send(new GetItemCommand({ TableName: 'product', Key }));
  expect(Item?.name).toEqual({ S: 'Шахта' });
});

test('leaves no iterator of a query open', async () => {
  const [opened, closed] = (['attachResource', 'detachResource'] as const).map((name) =>
    vi.spyOn(Level.prototype, name),
  );
  dynamo = await startDynamo(folder, 'product', TABLE_DEFINITION);
  const query = new QueryCommand({
    TableName: 'product',
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': Key.pk },
  });
  await Promise.all(Array.from({ length: 10 }, () => client(dynamo as EmbeddedDynamo).send(query)));
  await vi.waitFor(() => expect(closed?.mock.calls.length).toBe(opened?.mock.calls.length));
  expect(opened?.mock.calls.length).toBeGreaterThanOrEqual(10);
});

test('answers nobody but the holder of its key', async () => {
  dynamo = await startDynamo(folder, 'product', TABLE_DEFINITION);
  const stranger = client({ ...dynamo, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } });
  await expect(stranger.send(new GetItemCommand({ TableName: 'product', Key }))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  });
});

test('lets no web page read it', async () => {
  dynamo = await startDynamo(folder, 'product', TABLE_DEFINITION);
  const response = await fetch(dynamo.endpoint, { method: 'OPTIONS', headers: { Origin: 'https://example.org' } });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null]);
});

test('is refused a folder that another process holds', async () => {
  dynamo = await startDynamo(folder, 'product', TABLE_DEFINITION);
  const other = `
    import { startDynamo } from '#functions/local/former_store/dynalite_server.ts';
    import { TABLE_DEFINITION } from '#functions/store/layout.ts';
    await startDynamo(process.argv[1], 'product', TABLE_DEFINITION).catch((error) => console.log(error.name));
    process.exit();`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', other, folder], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stdout.trim()).toBe('FolderInUse');
});
