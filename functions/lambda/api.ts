import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { handle, type LambdaEvent } from 'hono/aws-lambda';
import { openDynamo } from '../adapters/aws/dynamo_database.ts';
import { openS3 } from '../adapters/aws/s3_files.ts';
import { openKeyRing } from '../auth/key_ring.ts';
import { loadServerCore } from '../core.ts';
import { createApp } from '../http/app.ts';
import { ROUTES } from '../http/routes/index.ts';
import { ALARMING } from '../log.ts';
import { throughEdge } from './edge.ts';
import { readEnvironment } from './environment.ts';
import { log } from './logging.ts';
import { openQueue } from './queue.ts';
import { openSecrets, readSecret } from './secrets.ts';

const environment = readEnvironment(
  ...(['TABLE_NAME', 'BUCKET_NAME', 'SIGNING_KEYS_SECRET', 'HASH_KEY_SECRET'] as const),
  ...(['ORIGIN_SECRETS', 'EXPORT_QUEUE_URL'] as const),
);

// First: a core that does not match its hash must stop the start.
const core = await loadServerCore();
const secrets = openSecrets();
const hashKey = Buffer.from(await readSecret(secrets, environment.HASH_KEY_SECRET));
const originSecrets = await Promise.all(environment.ORIGIN_SECRETS.split(',').map((id) => readSecret(secrets, id)));

const answer = handle(
  createApp(ROUTES, {
    core,
    db: openDynamo({ name: environment.TABLE_NAME }),
    files: openS3({ bucket: environment.BUCKET_NAME }),
    sendExport: openQueue(environment.EXPORT_QUEUE_URL),
    log,
    hashKey,
    keys: openKeyRing(
      () => readSecret(secrets, environment.SIGNING_KEYS_SECRET),
      () => new Date(),
      (error) => log({ level: 'error', event: ALARMING.keysNotRead, error: String(error) }),
    ),
  }),
  // Only JSON is certainly text: a file sent as text would lose its byte order mark and bytes that
  // are not UTF-8.
  { isContentTypeBinary: (type) => !/^application\/json\b/.test(type) },
);

/** Lambda's entry of the API: CloudFront → HTTP API → here. */
export async function handler(
  event: APIGatewayProxyEventV2,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2> {
  const request = throughEdge(event, originSecrets);
  if (!request) return { statusCode: 403 };
  return answer(request as unknown as LambdaEvent, context) as Promise<APIGatewayProxyStructuredResultV2>;
}
