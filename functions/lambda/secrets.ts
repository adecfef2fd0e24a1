import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** The client of the secrets of this function. */
export function openSecrets(): SecretsManagerClient {
  return new SecretsManagerClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  });
}

/** Current text of a secret. */
export async function readSecret(client: SecretsManagerClient, id: string): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: id }));
  if (SecretString === undefined) throw new Error(`The secret ${id} is empty`);
  return SecretString;
}
