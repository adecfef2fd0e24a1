import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { AGENTS, concurrencyMiddleware } from './tenant_concurrency.ts';

/*
 * One table. Every user action commits by ONE conditional write on ONE item; what surrounds it is idempotent, written before
 * it and named by the version, so a crash at any point leaves either the old state or the new one. No transactions, no streams.
 *
 * item          pk                       sk                  list                             read by
 * company       C#<company>              COMPANY             –                                every request (guard)
 * user          C#<company>              U#<user>            –                                every request (guard), v1/company/users/
 * session       C#<company>              S#<session>         –                                every request (guard), token/refresh/
 * project       C#<company>              P#<project>         P#<state>#<project>              v1/projects/…
 * calculation   C#<company>              K#<type>#<id>       K#<project>#<type>#<state>#<id>  v1/<type>/…
 * model         C#<company>              M#<model>           M#<state>#<model>                v1/models/…, computing a table
 * choice        C#<company>              A#<method>          –                                which model is active: v1/models/…, computing a table
 * export        C#<company>              X#<hash>            –                                v1/projects/…/export_to_…: who builds a large file
 * revision      R#<company>#<object sk>  V#<version>         –                                …/history/ of an object
 * action        A#<company>              <id of the entry>   –                                v1/company/audit/
 * job           C#<company>              J#<job>             J#<project>#<job>                v1/jobs/…, the worker, the sweeper
 * job's pointer JOBS                     <job>               –                                the sweeper: what needs looking after
 * write key     C#<company>              I#<hash>            –                                every request with an Idempotency-Key
 * sign-in name  E#<e-mail>               E                   –                                token/
 * attempts      T#<what is limited>      W#<window>          –                                token/
 * refusals      T#sign-in#account#…      REFUSED             –                                token/, v1/users/get_me/
 * device        T#device#<digest>        D                   –                                token/: a browser that has signed in
 * dictionary    DICTIONARY               <name>              –                                v1/dictionary/<name>/, saving a calculation
 *
 * The company's item holds the ids of its administrators and of its disabled users: «one administrator is left» is the condition of
 * one write (see `access.ts`).
 *
 * state is A (active) or D (deleted): a soft delete moves an object between the lists by the same single write. `list` is the
 * sort key of a local secondary index, not a global one, because lists are read right after a change and must be consistent.
 * Ids are UUID v7, which sort by the moment of creation: lists come newest first from the key.
 * A change carries the `write_id` of its write, in the object and in its revisions: who repeats a write knows his own, however late.
 * A write key is the hash of an Idempotency-Key; its item holds the id under which the request and its repeats write.
 * Rows of a calculation that takes a table lie in the bucket (file_key.ts); its item names them by their hash.
 * A company's collection may hold 10 GB (a limit of local indexes): some ten million calculations.
 */

/** The table and the client that reaches it. */
export interface Database {
  readonly client: DynamoDBDocumentClient;
  readonly name: string;
}

/** Where the table is; what is left out the SDK's own variables say (AWS, or a compatible cloud or server). */
export interface DatabaseOptions {
  readonly name: string;
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** Opens the table. Time-outs are short: a request has seconds, and the SDK repeats what failed on the way. */
export function openDatabase({ name, ...where }: DatabaseOptions): Database {
  const client = new DynamoDBClient({
    ...where,
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 1000,
      requestTimeout: 3000,
      throwOnRequestTimeout: true,
      ...AGENTS,
    },
  });
  client.middlewareStack.add(concurrencyMiddleware(), { step: 'initialize', name: 'inTurn' });
  return { name, client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }) };
}
