import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import type { SecretsManagerRotationEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { newRing, parseKeyRing } from '#functions/auth/key_ring.ts';
import { handler } from '#functions/lambda/rotate_keys.ts';
import { ROTATION_STEPS } from './events.ts';

type Step = SecretsManagerRotationEvent['Step'];

const vault = mockClient(SecretsManagerClient);
/** Version → its text; stage → its version. */
const texts = new Map<string, string>();
const stages = new Map<string, string>();
let first: string;

beforeEach(() => {
  first = newRing();
  texts.clear();
  stages.clear();
  texts.set('v1', first);
  stages.set('AWSCURRENT', 'v1');
  vault.reset();
  vault.on(GetSecretValueCommand).callsFake(({ VersionId, VersionStage = 'AWSCURRENT' }) => {
    const id = stages.get(VersionStage);
    const SecretString = texts.get(id ?? '');
    if (SecretString === undefined || (VersionId ?? id) !== id)
      throw new ResourceNotFoundException({ message: 'none', $metadata: {} });
    return { SecretString, VersionId: id };
  });
  vault.on(PutSecretValueCommand).callsFake(({ ClientRequestToken, SecretString, VersionStages }) => {
    texts.set(ClientRequestToken, SecretString);
    for (const stage of VersionStages) stages.set(stage, ClientRequestToken);
    return {};
  });
  vault.on(UpdateSecretVersionStageCommand).callsFake(({ VersionStage, MoveToVersionId, RemoveFromVersionId }) => {
    if (stages.get(VersionStage) !== RemoveFromVersionId) throw new Error('InvalidParameterException');
    stages.set(VersionStage, MoveToVersionId);
    return {};
  });
});
afterAll(() => vault.restore());

const step = (Step: Step, ClientRequestToken = 'v2') => handler({ Step, SecretId: 'ring', ClientRequestToken });

const current = () => texts.get(stages.get('AWSCURRENT') ?? '') ?? '';

test('the four steps make a new key current and keep the previous one', async () => {
  for (const name of ROTATION_STEPS.slice(0, 3)) await step(name);
  expect(current(), 'until the last step nothing changes').toBe(first);
  await step('finishSecret');
  const ring = parseKeyRing(current());
  expect(ring.previous?.kid).toBe(parseKeyRing(first).current.kid);
  expect(ring.current.kid).not.toBe(ring.previous?.kid);
});

test('every step is idempotent and creates no second key', async () => {
  for (const name of ROTATION_STEPS) {
    await step(name);
    const made = texts.get('v2');
    for (const earlier of ROTATION_STEPS.slice(0, ROTATION_STEPS.indexOf(name) + 1)) await step(earlier);
    expect(texts.get('v2')).toBe(made);
  }
  expect(vault.commandCalls(PutSecretValueCommand)).toHaveLength(1);
  expect(stages.get('AWSCURRENT')).toBe('v2');
});

test('a pending value that is not a key ring never becomes current', async () => {
  await step('createSecret');
  texts.set('v2', '{"current":"short"}');
  await expect(step('testSecret')).rejects.toThrow('key ring');
  expect(current()).toBe(first);
});

test('an unavailable vault does not cause a new key', async () => {
  vault.on(GetSecretValueCommand).rejects(new Error('ThrottlingException'));
  await expect(step('createSecret')).rejects.toThrow('ThrottlingException');
  expect(vault.commandCalls(PutSecretValueCommand)).toHaveLength(0);
});

test('an unreadable key ring is not replaced', async () => {
  texts.set('v1', 'damaged');
  await expect(step('createSecret')).rejects.toThrow('key ring');
  expect(vault.commandCalls(PutSecretValueCommand)).toHaveLength(0);
});
