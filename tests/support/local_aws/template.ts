import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { ROOT } from '#functions/cli/build.ts';
import { readStackSettings } from '#infra/settings.ts';
import { EmissionsStack } from '#infra/stack.ts';

export const ACCOUNT = '111122223333';
export const REGION = 'eu-central-1';

// biome-ignore lint/suspicious/noExplicitAny: a template has any shape that CloudFormation accepts; its readers know the shapes that they need.
export type Json = any;

interface Resource {
  readonly Type: string;
  readonly Properties: Json;
}

/** The stack as `cdk deploy` would send it, with the names that CloudFormation would assign. */
export class Template {
  readonly #resources: Readonly<Record<string, Resource>>;
  readonly #folder: string;

  private constructor(resources: Readonly<Record<string, Resource>>, folder: string) {
    this.#resources = resources;
    this.#folder = folder;
  }

  /** Synthesises the stack into `folder`, with the context of `cdk.json`, as `cdk synth` does. */
  static synthesised(folder: string): Template {
    const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8'));
    // Without a domain, which would need a real name and certificate.
    const app = new App({ outdir: folder, context: { ...context, disposable: 'true' } });
    const { stackName } = new EmissionsStack(app, 'Rehearsal', { settings: readStackSettings(app.node) });
    return new Template(app.synth().getStackByName(stackName).template.Resources, folder);
  }

  /** Resources of a type with their properties, all references in them resolved. */
  ofType(type: string): { readonly id: string; readonly props: Json }[] {
    return Object.entries(this.#resources)
      .filter(([, { Type }]) => Type === type)
      .map(([id, { Properties }]) => ({ id, props: this.#resolved(Properties) }));
  }

  /** The only resource of a type, or the only one for which `is` holds. */
  the(type: string, is: (props: Json) => unknown = () => true): { readonly id: string; readonly props: Json } {
    const [found, ...others] = this.ofType(type).filter(({ props }) => is(props));
    if (!found || others.length > 0) throw new Error(`The template has not one ${type}`);
    return found;
  }

  /** Id of the only resource of a type with this name. */
  idOf(type: string, name: RegExp): string {
    const [found, ...others] = this.ofType(type).filter(({ id }) => name.test(id));
    if (!found || others.length > 0) throw new Error(`The template has not one ${type} ${name}`);
    return found.id;
  }

  arnOf(id: string): string {
    return this.#attribute(id, 'Arn');
  }

  /** Folder of an asset, by its key in the bucket of assets. */
  asset(key: string): string {
    return join(this.#folder, `asset.${key.replace(/\.zip$/, '')}`);
  }

  #resolved(value: Json): Json {
    if (Array.isArray(value)) return value.map((item) => this.#resolved(item));
    if (typeof value !== 'object' || value === null) return value;
    const [[name, given] = ['', undefined], ...others] = Object.entries<Json>(value);
    if (others.length === 0) {
      if (name === 'Ref') return this.#ref(given);
      if (name === 'Fn::GetAtt') return this.#attribute(given[0], given[1]);
      if (name === 'Fn::Join') return this.#resolved(given[1]).join(given[0]);
      if (name === 'Fn::Sub') return given.replace(/\$\{([^}]+)\}/g, (_: string, id: string) => this.#ref(id));
      if (name === 'Fn::Select') return this.#resolved(given[1])[given[0]];
      if (name === 'Fn::Split') return this.#resolved(given[1]).split(given[0]);
      if (name.startsWith('Fn::')) throw new Error(`The rehearsal knows no ${name}`);
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#resolved(item)]));
  }

  #ref(id: string): string {
    const pseudo: Readonly<Record<string, string>> = {
      'AWS::AccountId': ACCOUNT,
      'AWS::Region': REGION,
      'AWS::Partition': 'aws',
      'AWS::URLSuffix': 'amazonaws.com',
      'AWS::StackName': 'Rehearsal',
    };
    if (id in pseudo) return pseudo[id] ?? '';
    const { Type, Properties } = this.#resource(id);
    if (Type === 'AWS::S3::Bucket') return this.#resolved(Properties?.BucketName) ?? id.toLowerCase();
    if (Type === 'AWS::SQS::Queue') return `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/${id}`;
    if (Type === 'AWS::SecretsManager::Secret') return this.#attribute(id, 'Arn');
    if (Type === 'AWS::ApiGatewayV2::Api') return id.toLowerCase();
    return id;
  }

  #attribute(id: string, attribute: string): string {
    const { Type } = this.#resource(id);
    const arn = (service: string, rest: string) => `arn:aws:${service}:${REGION}:${ACCOUNT}:${rest}`;
    if (attribute === 'Arn') {
      if (Type === 'AWS::DynamoDB::GlobalTable') return arn('dynamodb', `table/${id}`);
      if (Type === 'AWS::S3::Bucket') return `arn:aws:s3:::${this.#ref(id)}`;
      if (Type === 'AWS::SQS::Queue') return arn('sqs', id);
      if (Type === 'AWS::SecretsManager::Secret') return arn('secretsmanager', `secret:${id}`);
      if (Type === 'AWS::IAM::Role') return `arn:aws:iam::${ACCOUNT}:role/${id}`;
      if (Type === 'AWS::Lambda::Function') return arn('lambda', `function:${id}`);
    }
    if (attribute === 'RegionalDomainName') return `${this.#ref(id)}.s3.${REGION}.amazonaws.com`;
    if (Type === 'AWS::CloudFront::Distribution' && attribute === 'DomainName')
      return `${id.toLowerCase()}.cloudfront.net`;
    return arn(Type.split('::')[1]?.toLowerCase() ?? '', `${id}/${attribute}`);
  }

  #resource(id: string): Resource {
    const resource = this.#resources[id];
    if (!resource) throw new Error(`The template has no ${id}`);
    return resource;
  }
}
