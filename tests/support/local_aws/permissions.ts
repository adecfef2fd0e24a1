import type { Json, Template } from './template.ts';
import { wildcard } from './wildcard.ts';

/** A call as policies see it: `keys` are the partitions of a DynamoDB call. */
export interface Call {
  readonly action: string;
  readonly resource: string;
  readonly keys?: readonly string[];
}

/** Returns whether a role may make a call. */
export type Permissions = (role: string, call: Call) => boolean;

const LEADING_KEYS = 'dynamodb:LeadingKeys';

interface Statement {
  readonly role: string;
  readonly denies: boolean;
  readonly actions: readonly RegExp[];
  readonly resources: readonly RegExp[];
  readonly holds: (keys: readonly string[] | undefined) => boolean;
}

/** Evaluates the policies of the template's roles: a call needs an allowance and no denial. */
export function permissionsOf(template: Template): Permissions {
  const statements = template.ofType('AWS::IAM::Policy').flatMap(({ props }): Statement[] =>
    props.PolicyDocument.Statement.flatMap((statement: Json) => {
      const { Effect, Action, Resource, Condition = {}, ...more } = statement;
      if (Object.keys(more).some((key) => key !== 'Sid'))
        throw new Error(`The rehearsal cannot judge by ${JSON.stringify(statement)}`);
      const conditions = Object.entries<Json>(Condition).map(conditionOf);
      return props.Roles.map((role: string) => ({
        role,
        denies: Effect === 'Deny',
        actions: patterns(Action),
        resources: patterns(Resource),
        holds: (keys: readonly string[] | undefined) => conditions.every((condition) => condition(keys)),
      }));
    }),
  );
  return (role, { action, resource, keys }) => {
    const fitting = statements.filter(
      (statement) =>
        statement.role === role &&
        statement.actions.some((pattern) => pattern.test(action)) &&
        statement.resources.some((pattern) => pattern.test(resource)) &&
        statement.holds(keys),
    );
    return fitting.length > 0 && !fitting.some(({ denies }) => denies);
  };
}

/** Source: IAM User Guide, «Set operators for multivalued context keys», «Condition operator to check existence of condition keys». */
function conditionOf([operator, { [LEADING_KEYS]: value, ...others }]: [string, Json]): Statement['holds'] {
  if (value === undefined || Object.keys(others).length > 0)
    throw new Error(`The rehearsal knows no condition ${operator} ${JSON.stringify(others)}`);
  if (operator === 'Null') return (keys) => (keys === undefined) === (value === 'true');
  const fits = (key: string) => patterns(value).some((pattern) => pattern.test(key));
  if (operator === 'ForAllValues:StringLike') return (keys = []) => keys.every(fits);
  if (operator === 'ForAnyValue:StringLike') return (keys = []) => keys.some(fits);
  throw new Error(`The rehearsal knows no condition ${operator}`);
}

/** Partitions of a DynamoDB call; undefined if it names none. Source: DynamoDB Developer Guide, «Fine-grained access control». */
export function leadingKeys(input: Json): readonly string[] | undefined {
  const { Key, Item, KeyConditionExpression, ExpressionAttributeValues, RequestItems } = input;
  if (Key ?? Item) return [(Key ?? Item).pk.S];
  const [, value] = /(?:^| )pk = (:\w+)/.exec(KeyConditionExpression ?? '') ?? [];
  if (value !== undefined) return [ExpressionAttributeValues[value].S];
  const tables: Json[] = Object.values(RequestItems ?? {});
  return tables.length > 0 ? tables.flatMap(({ Keys }) => Keys.map(({ pk }: Json) => pk.S)) : undefined;
}

function patterns(given: string | readonly string[]): RegExp[] {
  return [given].flat().map((text) => wildcard(text));
}
