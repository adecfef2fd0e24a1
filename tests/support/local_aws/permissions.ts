import type { Json, Template } from './template.ts';
import { wildcard } from './wildcard.ts';

/** Tells whether a role may do an action with a resource. */
export type Permissions = (role: string, action: string, resource: string) => boolean;

interface Statement {
  readonly role: string;
  readonly actions: readonly RegExp[];
  readonly resources: readonly RegExp[];
}

/** What the policies of the template's roles allow; there is nothing else that allows, so all else is refused. */
export function permissionsOf(template: Template): Permissions {
  const statements = template.ofType('AWS::IAM::Policy').flatMap(({ props }): Statement[] =>
    props.PolicyDocument.Statement.flatMap((statement: Json) => {
      const { Effect, Action, Resource, ...more } = statement;
      if (Effect !== 'Allow' || Object.keys(more).some((key) => key !== 'Sid'))
        throw new Error(`The rehearsal cannot judge by ${JSON.stringify(statement)}`);
      return props.Roles.map((role: string) => ({ role, actions: patterns(Action), resources: patterns(Resource) }));
    }),
  );
  return (role, action, resource) =>
    statements.some(
      (statement) =>
        statement.role === role &&
        statement.actions.some((pattern) => pattern.test(action)) &&
        statement.resources.some((pattern) => pattern.test(resource)),
    );
}

function patterns(given: string | readonly string[]): RegExp[] {
  return [given].flat().map((text) => wildcard(text));
}
