// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of code, not texts

import type { Change } from './sabotage.ts';

/** A plausible defect of the product, and the test that must detect it. */
export interface Sabotage {
  readonly what: string;
  readonly file: string;
  readonly change: Change;
  /** The file of the test, and a part of its name. */
  readonly test: readonly [file: string, name: string];
}

/** All mutants: each must be caught by its test. */
export const SABOTAGES: readonly Sabotage[] = [
  {
    what: 'All companies share one partition',
    file: 'functions/store/tenant.ts',
    change: { symbol: 'Tenant.partition', kind: 'statement', naming: ['company'], to: "return 'C#all';" },
    test: ['tests/reliability/isolation.test.ts', 'TEN-01'],
  },
  {
    what: 'The tenant of a revision is left out',
    file: 'functions/store/tenant.ts',
    change: { symbol: 'Tenant.revisions', kind: 'statement', naming: ['revisions'], to: 'return `R#${sk}`;' },
    test: ['tests/functions/store/repositories.test.ts', ''],
  },
  {
    what: 'A route forgets that only administrators may call it',
    file: 'functions/http/authentication.ts',
    change: { symbol: 'authorize', kind: 'condition', naming: ['admin'], to: 'false' },
    test: ['tests/functions/http/isolation.test.ts', ''],
  },
  {
    what: 'A change does not look at the version',
    file: 'functions/store/versioned_items.ts',
    change: { symbol: 'written', kind: 'call', naming: ['version'], to: "allOf(['pk', 'exists'])" },
    test: ['tests/functions/store/versioned_items.test.ts', ''],
  },
  {
    what: 'A repeated write that had succeeded is taken for a conflict',
    file: 'functions/store/versioned_items.ts',
    change: {
      symbol: 'replace',
      kind: 'statement',
      naming: ['write_id', 'conflict'],
      to: 'return { conflict: stored };',
    },
    test: ['tests/functions/store/versioned_items.test.ts', ''],
  },
  {
    what: 'The overwritten state is not kept',
    file: 'functions/store/versioned_items.ts',
    change: {
      symbol: 'replace',
      kind: 'call',
      naming: ['overwritten'],
      to: "db.put({ pk: 'nowhere', sk: current.id })",
    },
    test: ['tests/functions/store/versioned_items.test.ts', ''],
  },
  {
    what: 'Lists are read eventually',
    file: 'functions/adapters/aws/dynamo_database.ts',
    change: { symbol: 'query', kind: 'property', naming: ['ConsistentRead'], to: '' },
    test: ['tests/functions/store/versioned_items.test.ts', ''],
  },
  {
    what: 'Tokens never expire',
    file: 'functions/auth/tokens.ts',
    change: { symbol: 'verifyToken', kind: 'property', naming: ['clockTolerance'], to: 'clockTolerance: 1e9' },
    test: ['tests/reliability/sign_in_tokens.test.ts', ''],
  },
  {
    what: 'A refresh token passes for an access token',
    file: 'functions/auth/tokens.ts',
    change: { symbol: 'verifyToken', kind: 'property', naming: ['typ'], to: '' },
    test: ['tests/reliability/sign_in_tokens.test.ts', ''],
  },
  {
    what: 'A used refresh token is only refused, its session lives on',
    file: 'functions/auth/sessions.ts',
    change: { symbol: 'refreshSession', kind: 'statement', naming: ['revoke'], to: '' },
    test: ['tests/functions/auth/sessions.test.ts', ''],
  },
  {
    what: 'A refresh token is good twice',
    file: 'functions/auth/sessions.ts',
    change: { symbol: 'storeRefresh', kind: 'call', naming: ['issued_at'], to: "allOf(['pk', 'exists'])" },
    test: ['tests/reliability/sign_in_sessions.test.ts', ''],
  },
  {
    what: 'Guesses are counted after the limit was looked at, not with it',
    file: 'functions/store/window_count.ts',
    change: { symbol: 'free', kind: 'call', naming: ['attempts', '<'], to: "allOf(['attempts', 'exists'])" },
    test: ['tests/reliability/sign_in.test.ts', ''],
  },
  {
    what: 'An unknown e-mail costs no hash, so its answer is quicker',
    file: 'functions/http/routes/auth.ts',
    change: {
      symbol: 'signIn',
      kind: 'call',
      naming: ['verifySecret'],
      to: '(account ? verifySecret(account.user.password_hash, password) : false)',
    },
    test: ['tests/functions/auth/enumeration.test.ts', ''],
  },
  {
    what: 'A worker that lost its lease still writes',
    file: 'functions/store/jobs.ts',
    change: { symbol: 'conditionOf', kind: 'spread', naming: ['fence'], to: '' },
    test: ['tests/reliability/jobs.test.ts', ''],
  },
  {
    what: 'A failed message is said to be done',
    file: 'functions/jobs/events.ts',
    change: { symbol: 'handleEvents', kind: 'statement', naming: ['itemIdentifier'], to: '' },
    test: ['tests/functions/jobs/events.test.ts', ''],
  },
  {
    what: 'The sweeper forgets jobs whose worker died',
    file: 'functions/jobs/sweep.ts',
    change: { symbol: 'seeTo', kind: 'statement', naming: ['sendAgain'], to: ';' },
    test: ['tests/functions/jobs/sweep.test.ts', ''],
  },
  {
    what: 'The calls of a company take no turns among themselves',
    file: 'functions/store/tenant_concurrency.ts',
    change: { symbol: 'concurrencyMiddleware', kind: 'statement', naming: ['each'], to: 'return ofAll();' },
    test: ['tests/functions/store/tenant_concurrency.test.ts', ''],
  },
  {
    what: 'A stored file is not held to its hash',
    file: 'functions/adapters/aws/s3_files.ts',
    change: { symbol: 'openS3', kind: 'condition', naming: ['range'], to: 'false' },
    test: ['tests/functions/store/files.test.ts', ''],
  },
  {
    what: 'Parts of an archive may lie over each other',
    file: 'wasm-core/tables/zip.ts',
    change: { symbol: 'zipEntries', kind: 'statement', naming: ['refuseOverlaps'], to: '' },
    test: ['tests/wasm-core/tables/upload_corpus.test.ts', ''],
  },
  {
    what: 'The length that a client claims is believed',
    file: 'functions/http/body.ts',
    change: { symbol: 'countBytes', kind: 'operation', naming: ['size', 'limit'], to: 'false' },
    test: ['tests/functions/http/bad_input.test.ts', ''],
  },
  {
    what: 'User text may become a formula in a workbook',
    file: 'functions/export/xlsx_writer.ts',
    change: { symbol: 'formatOf', kind: 'statement', naming: ['TEXT_FORMAT'], to: 'return undefined;' },
    test: ['tests/functions/export/injection.test.ts', ''],
  },
  {
    what: 'Results are taken from the client',
    file: 'functions/http/routes/field_handlers.ts',
    change: {
      symbol: 'computeBody',
      kind: 'spread',
      naming: ['computeFields'],
      to: '...(await computeFields(context, type, parsed.fields).then((own) => ({ ...own, results: { ...own.results, ...(body as object) } })))',
    },
    test: ['tests/functions/http/routes/calculations.test.ts', ''],
  },
  {
    what: 'An error is answered with its stack',
    file: 'functions/http/error_answer.ts',
    change: {
      symbol: 'answerError',
      kind: 'operation',
      naming: ['UNKNOWN'],
      to: '{ ...(ofStore(error) ?? UNKNOWN), detail: String(stack) }',
    },
    test: ['tests/functions/http/bad_input.test.ts', ''],
  },
  {
    what: 'Scripts may stand in a page',
    file: 'functions/server/security_headers.ts',
    change: {
      symbol: 'contentSecurityPolicy',
      kind: 'text',
      naming: ['script-src'],
      to: "\"script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline'\"",
    },
    test: ['tests/functions/server/site.test.ts', ''],
  },
  {
    what: 'An upload form may be changed on the way',
    file: 'functions/store/upload_form.ts',
    change: { symbol: 'checkForm', kind: 'condition', naming: ['UNSIGNED'], to: 'false' },
    test: ['tests/functions/server/s3_post_endpoint.test.ts', ''],
  },
  {
    what: 'A link to a file lasts for ever',
    file: 'functions/server/signed_download_endpoint.ts',
    change: { symbol: 'isSigned', kind: 'operation', naming: ['getTime', 'seconds'], to: 'Number.POSITIVE_INFINITY' },
    test: ['tests/reliability/exports.test.ts', ''],
  },
  {
    what: 'The API answers whoever passes the distribution by',
    file: 'functions/lambda/edge.ts',
    change: { symbol: 'throughEdge', kind: 'condition', naming: ['secrets'], to: 'false' },
    test: ['tests/functions/lambda/api.test.ts', ''],
  },
  {
    what: 'The last administrator can be disabled',
    file: 'functions/store/access.ts',
    change: { symbol: 'WRITES', kind: 'call', naming: ['pk', 'larger'], to: 'IS_STORED' },
    test: ['tests/functions/http/routes/company_users.test.ts', ''],
  },
  {
    what: 'Another core than the browser’s is accepted',
    file: 'functions/core.ts',
    change: { symbol: 'readModule', kind: 'condition', naming: ['sha256'], to: 'false' },
    test: ['tests/wasm-core/core.test.ts', ''],
  },
];
