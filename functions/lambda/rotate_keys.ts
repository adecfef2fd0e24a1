import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import type { SecretsManagerRotationEvent } from 'aws-lambda';
import { parseKeyRing, rotated } from '../auth/key_ring.ts';
import { openSecrets, readSecret } from './secrets.ts';

const client = openSecrets();

/**
 * Lambda's entry that Secrets Manager calls, step by step, to rotate the signing key. The previous
 * key is accepted until its last session has ended. Each step is idempotent. Source: AWS Secrets
 * Manager User Guide, «Rotation by Lambda function».
 */
export async function handler(event: SecretsManagerRotationEvent): Promise<void> {
  const { Step, SecretId, ClientRequestToken } = event;
  if (Step === 'createSecret') await create(client, SecretId, ClientRequestToken);
  if (Step === 'testSecret') parseKeyRing(await pending(client, SecretId, ClientRequestToken));
  if (Step === 'finishSecret') await finish(client, SecretId, ClientRequestToken);
}

async function create(client: SecretsManagerClient, id: string, token: string): Promise<void> {
  try {
    await pending(client, id, token);
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    const fresh = rotated(await readSecret(client, id), new Date());
    const version = { ClientRequestToken: token, VersionStages: ['AWSPENDING'] };
    await client.send(new PutSecretValueCommand({ SecretId: id, SecretString: fresh, ...version }));
  }
}

async function pending(client: SecretsManagerClient, id: string, token: string): Promise<string> {
  const asked = { SecretId: id, VersionId: token, VersionStage: 'AWSPENDING' };
  const { SecretString = '' } = await client.send(new GetSecretValueCommand(asked));
  return SecretString;
}

async function finish(client: SecretsManagerClient, id: string, token: string): Promise<void> {
  const { VersionId } = await client.send(new GetSecretValueCommand({ SecretId: id }));
  if (VersionId === token) return;
  await client.send(
    new UpdateSecretVersionStageCommand({
      SecretId: id,
      VersionStage: 'AWSCURRENT',
      MoveToVersionId: token,
      RemoveFromVersionId: VersionId,
    }),
  );
}
