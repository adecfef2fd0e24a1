import { randomBytes, randomUUID } from 'node:crypto';
import type { Functions } from './functions.ts';
import type { Json, Template } from './template.ts';

interface Secret {
  readonly versions: Map<string, { text: string; stages: Set<string> }>;
  readonly rotation?: string;
}

/** An error as the service answers it. */
export class SecretsError extends Error {
  override readonly name = 'ResourceNotFoundException';
}

/** The secrets of a template, generated as it says, behind the actions of Secrets Manager that the product uses. */
export class SecretsManager {
  readonly #secrets = new Map<string, Secret>();
  readonly #functions: Functions;

  constructor(template: Template, functions: Functions) {
    this.#functions = functions;
    const schedules = template.ofType('AWS::SecretsManager::RotationSchedule');
    for (const { id, props } of template.ofType('AWS::SecretsManager::Secret')) {
      const arn = template.arnOf(id);
      const rotation = schedules.find(({ props: { SecretId } }) => SecretId === arn)?.props.RotationLambdaARN;
      const first = { text: generated(props.GenerateSecretString), stages: new Set(['AWSCURRENT']) };
      this.#secrets.set(arn, { versions: new Map([[randomUUID(), first]]), ...(rotation && { rotation }) });
    }
  }

  /** Text of a secret for a dynamic reference of the template. */
  text(arn: string): string {
    return this.call('GetSecretValue', { SecretId: arn }).SecretString;
  }

  /** Rotates as the service does: a version without a value, then the four steps of the function. */
  async rotate(arn: string): Promise<void> {
    const { rotation } = this.#of(arn);
    if (!rotation) throw new Error(`${arn} is not rotated`);
    const ClientRequestToken = randomUUID();
    for (const Step of ['createSecret', 'setSecret', 'testSecret', 'finishSecret'])
      await this.#functions.invoke(rotation, { Step, SecretId: arn, ClientRequestToken });
  }

  call(action: string, input: Json): Json {
    const { SecretId: arn, VersionId, VersionStage } = input;
    const { versions } = this.#of(arn);
    const staged = (stage: string) => [...versions].find(([, { stages }]) => stages.has(stage))?.[0];
    const stage = (name: string, to: string) => {
      for (const { stages } of versions.values()) stages.delete(name);
      versions.get(to)?.stages.add(name);
    };
    if (action === 'GetSecretValue') {
      const id = VersionId ?? staged(VersionStage ?? 'AWSCURRENT');
      const found = versions.get(id ?? '');
      if (!found || (VersionStage && !found.stages.has(VersionStage)))
        throw new SecretsError("Secrets Manager can't find the specified secret value.");
      return { ARN: arn, Name: arn, VersionId: id, SecretString: found.text, VersionStages: [...found.stages] };
    }
    if (action === 'PutSecretValue') {
      const { ClientRequestToken: id, SecretString: text, VersionStages = ['AWSCURRENT'] } = input;
      const known = versions.get(id);
      if (known && known.text !== text) throw new Error('ResourceExistsException');
      versions.set(id, { text, stages: new Set() });
      for (const name of VersionStages) stage(name, id);
      return { ARN: arn, Name: arn, VersionId: id, VersionStages };
    }
    if (action === 'UpdateSecretVersionStage') {
      const { MoveToVersionId: to, RemoveFromVersionId: from } = input;
      if (staged(VersionStage) !== from) throw new Error('InvalidParameterException');
      stage(VersionStage, to);
      if (VersionStage === 'AWSCURRENT') stage('AWSPREVIOUS', from);
      return { ARN: arn, Name: arn };
    }
    throw new Error(`The rehearsal knows no ${action}`);
  }

  #of(arn: string): Secret {
    const secret = this.#secrets.get(arn);
    if (!secret) throw new SecretsError(`There is no secret ${arn}`);
    return secret;
  }
}

function generated({ PasswordLength, GenerateStringKey, SecretStringTemplate }: Json): string {
  const password = randomBytes(PasswordLength).toString('hex').slice(0, PasswordLength);
  if (!GenerateStringKey) return password;
  return JSON.stringify({ ...JSON.parse(SecretStringTemplate), [GenerateStringKey]: password });
}
