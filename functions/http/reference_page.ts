import { html } from 'hono/html';
import type { JsonSchema } from './route.ts';

interface Operation {
  readonly summary: string;
  readonly security: readonly unknown[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly description?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: ObjectSchema }>> };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

interface ObjectSchema {
  readonly title?: string;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
  readonly items?: ObjectSchema;
  readonly allOf?: readonly ObjectSchema[];
}

/** The OpenAPI document as a page that a person can read, without scripts. */
export function referencePage(document: JsonSchema) {
  const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const { schemas } = document.components as { schemas: Readonly<Record<string, ObjectSchema>> };
  return html`<!doctype html>
<html lang="ru">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>API: справка</title>
    <style>
      :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
      body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
      h2 { font-size: 1rem; margin: 2rem 0 0.25rem; overflow-wrap: anywhere; }
      table { border-collapse: collapse; width: 100%; }
      td { border-top: 1px solid #8886; padding: 0.25rem 0.5rem 0.25rem 0; vertical-align: top; }
      td:first-child { font-family: ui-monospace, monospace; white-space: nowrap; }
    </style>
  </head>
  <body>
    <h1>API расчёта фугитивных выбросов</h1>
    <p>
      Машиночитаемое описание: <a href="/api/openapi.json">openapi.json</a>. Ошибки приходят как
      <code>{detail, code, errors}</code>, номер обращения — в заголовке <code>X-Request-Id</code>.
    </p>
    ${operations.map(section)}
    <h1>Что приходит в ответах</h1>
    ${Object.entries(schemas).map(([name, schema]) => answerSection(name, schema))}
  </body>
</html>`;
}

function section({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  const fields = bodies.flatMap(([type, { schema }]) => [
    ...(bodies.length > 1 ? [row(type, ['Тело запроса в этом виде:'])] : []),
    ...Object.entries(schema.properties ?? {}).map(([name, { title = '', description = '' }]) => {
      const required = schema.required?.includes(name) ? 'обязательно' : '';
      return row(name, [title, description, required]);
    }),
  ]);
  const parameters = (operation.parameters ?? []).map(({ name, description = '' }) => row(name, [description]));
  const answers = Object.entries(operation.responses).map(([status, { description }]) => row(status, [description]));
  return html`<section>
    <h2><code>${method.toUpperCase()} ${path}</code></h2>
    <p>${operation.summary}${operation.security.length > 0 ? '' : ' (без входа)'}</p>
    <table>
      ${[...parameters, ...fields, ...answers]}
    </table>
  </section>`;
}

/** A schema of the answers with its fields; rows of a table with theirs below their list. */
function answerSection(name: string, schema: ObjectSchema) {
  return html`<section>
    <h2 id="${name}"><code>${name}</code></h2>
    <p>${[schema.title ?? '', schema.description ?? ''].filter((part) => part !== '').join('. ')}</p>
    <table>
      ${fieldsOf('', schema)}
    </table>
  </section>`;
}

function fieldsOf(within: string, { properties = {}, allOf = [] }: ObjectSchema): ReturnType<typeof row>[] {
  return [
    ...allOf.flatMap((part) => fieldsOf(within, part)),
    ...Object.entries(properties).flatMap(([name, { title = '', description = '', items }]) => [
      row(within + name, [title, description]),
      ...(items ? fieldsOf(`${within}${name}[].`, items) : []),
    ]),
  ];
}

function row(name: string, parts: readonly string[]) {
  return html`<tr>
    <td>${name}</td>
    <td>${parts.filter((part) => part !== '').join(' · ')}</td>
  </tr>`;
}
