// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of code, not texts

/** A way in which the product could be broken without anybody meaning to, and the test that must notice. */
export interface Sabotage {
  readonly what: string;
  readonly file: string;
  /** A text that stands in the file once, and what takes its place. */
  readonly find: string;
  readonly replace: string;
  /** The file of the test, and a part of its name. */
  readonly test: readonly [file: string, name: string];
}

/** Twenty-five and some: each must be caught by its test. */
export const SABOTAGES: readonly Sabotage[] = [
  {
    what: 'All companies share one partition',
    file: 'functions/store/tenant.ts',
    find: 'return `${PARTITIONS.company}${this.company}`;',
    replace: "return 'C#all';",
    test: ['tests/reliability/isolation.test.ts', 'TEN-01'],
  },
  {
    what: 'The tenant of a revision is left out',
    file: 'functions/store/tenant.ts',
    find: 'return `${PARTITIONS.revisions}${this.company}#${sk}`;',
    replace: 'return `R#${sk}`;',
    test: ['tests/functions/store/repositories.test.ts', ''],
  },
  {
    what: 'A route forgets that only administrators may call it',
    file: 'functions/http/authentication.ts',
    find: "if (route.access === 'admin' && user.role !== 'admin') {",
    replace: 'if (false) {',
    test: ['tests/functions/http/isolation.test.ts', ''],
  },
  {
    what: 'A change does not look at the version',
    file: 'functions/store/versioned_items.ts',
    find: "allOf(['version', '=', current.version])",
    replace: "allOf(['pk', 'exists'])",
    test: ['tests/functions/store/versioned_items.test.ts', ''],
  },
  {
    what: 'A repeated write that had succeeded is taken for a conflict',
    file: 'functions/store/versioned_items.ts',
    find: 'return version?.write_id === next.write_id ? version : { conflict: stored };',
    replace: 'return { conflict: stored };',
    test: ['tests/functions/store/versioned_items.test.ts', ''],
  },
  {
    what: 'The overwritten state is not kept',
    file: 'functions/store/versioned_items.ts',
    find: '  await db.put(overwritten);',
    replace: "  await db.put({ pk: 'nowhere', sk: current.id });",
    test: ['tests/functions/store/versioned_items.test.ts', ''],
  },
  {
    what: 'Lists are read eventually',
    file: 'functions/adapters/aws/dynamo_database.ts',
    find: '{ TableName, ConsistentRead: true, ...input }',
    replace: '{ TableName, ...input }',
    test: ['tests/functions/store/versioned_items.test.ts', ''],
  },
  {
    what: 'Tokens never expire',
    file: 'functions/auth/tokens.ts',
    find: '      maxTokenAge: LIFE[type],\n      clockTolerance: 5,\n      currentDate: now,',
    replace: '      clockTolerance: 1e9,\n      currentDate: now,',
    test: ['tests/reliability/sign_in_tokens.test.ts', ''],
  },
  {
    what: 'A refresh token passes for an access token',
    file: 'functions/auth/tokens.ts',
    find: '      typ: type,\n',
    replace: '',
    test: ['tests/reliability/sign_in_tokens.test.ts', ''],
  },
  {
    what: 'A used refresh token is only refused, its session lives on',
    file: 'functions/auth/sessions.ts',
    find: '  await revoke(context, tenant, claims.session);\n  return { reused: claims };',
    replace: '  return { reused: claims };',
    test: ['tests/functions/auth/sessions.test.ts', ''],
  },
  {
    what: 'A refresh token is good twice',
    file: 'functions/auth/sessions.ts',
    find: "allOf(['token', '=', session.token], ['issued_at', '=', session.issued_at], ['revoked', 'missing']),",
    replace: "allOf(['pk', 'exists']),",
    test: ['tests/reliability/sign_in_sessions.test.ts', ''],
  },
  {
    what: 'Guesses are counted after the limit was looked at, not with it',
    file: 'functions/store/window_count.ts',
    find: "allOf(['attempts', '<', limit])",
    replace: "allOf(['attempts', 'exists'])",
    test: ['tests/reliability/sign_in.test.ts', ''],
  },
  {
    what: 'An unknown e-mail costs no hash, so its answer is quicker',
    file: 'functions/http/routes/auth.ts',
    find: 'verifySecret(account?.user.password_hash, password),',
    replace: 'account ? verifySecret(account.user.password_hash, password) : false,',
    test: ['tests/functions/auth/enumeration.test.ts', ''],
  },
  {
    what: 'A worker that lost its lease still writes',
    file: 'functions/store/jobs.ts',
    find: "...(fence === undefined ? [] : [['fence', '=', fence] as const]),",
    replace: '',
    test: ['tests/reliability/jobs.test.ts', ''],
  },
  {
    what: 'A failed message is said to be done',
    file: 'functions/jobs/events.ts',
    find: 'batchItemFailures.push({ itemIdentifier: record.messageId });',
    replace: '',
    test: ['tests/functions/jobs/events.test.ts', ''],
  },
  {
    what: 'The sweeper forgets jobs whose worker died',
    file: 'functions/jobs/sweep.ts',
    find: 'else await sendAgain(services, enqueue, tenant, job, now);\n  }\n',
    replace: '  }\n',
    test: ['tests/functions/jobs/sweep.test.ts', ''],
  },
  {
    what: 'The calls of a company take no turns among themselves',
    file: 'functions/store/tenant_concurrency.ts',
    find: 'return company === undefined ? ofAll() : each(company, ofAll);',
    replace: 'return ofAll();',
    test: ['tests/functions/store/tenant_concurrency.test.ts', ''],
  },
  {
    what: 'A stored file is not held to its hash',
    file: 'functions/adapters/aws/s3_files.ts',
    find: 'if (bytes && !range) verifyBytes(key, bytes);',
    replace: '',
    test: ['tests/functions/store/files.test.ts', ''],
  },
  {
    what: 'Parts of an archive may lie over each other',
    file: 'wasm-core/tables/zip.ts',
    find: '  refuseOverlaps(spans);\n',
    replace: '',
    test: ['tests/wasm-core/tables/upload_corpus.test.ts', ''],
  },
  {
    what: 'The length that a client claims is believed',
    file: 'functions/http/body.ts',
    find: 'if (size > limit) throw tooLarge(limit);',
    replace: '',
    test: ['tests/functions/http/bad_input.test.ts', ''],
  },
  {
    what: 'User text may become a formula in a workbook',
    file: 'functions/export/xlsx_writer.ts',
    find: "if (typeof cell === 'string') return TEXT_FORMAT;",
    replace: "if (typeof cell === 'string') return undefined;",
    test: ['tests/functions/export/injection.test.ts', ''],
  },
  {
    what: 'Results are taken from the client',
    file: 'functions/http/routes/field_handlers.ts',
    find: 'results: compute(core, type, definition, fields.inputs),',
    replace: 'results: { ...compute(core, type, definition, fields.inputs), ...(body as object) },',
    test: ['tests/functions/http/routes/calculations.test.ts', ''],
  },
  {
    what: 'An error is answered with its stack',
    file: 'functions/http/error_answer.ts',
    find: "return c.json(body, status, { 'X-Request-Id': request_id });",
    replace: "return c.json({ ...body, detail: String(error) }, status, { 'X-Request-Id': request_id });",
    test: ['tests/functions/http/bad_input.test.ts', ''],
  },
  {
    what: 'Scripts may stand in a page',
    file: 'functions/server/security_headers.ts',
    find: "\"script-src 'self' 'wasm-unsafe-eval'\",",
    replace: "\"script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline'\",",
    test: ['tests/functions/server/site.test.ts', ''],
  },
  {
    what: 'An upload form may be changed on the way',
    file: 'functions/store/upload_form.ts',
    find: 'if (!UNSIGNED.has(name) && exact.get(name) !== fields.get(name))',
    replace: 'if (false)',
    test: ['tests/functions/server/s3_post_endpoint.test.ts', ''],
  },
  {
    what: 'A link to a file lasts for ever',
    file: 'functions/server/signed_download_endpoint.ts',
    find: '!(now.getTime() < at.getTime() + seconds * 1000)',
    replace: 'false',
    test: ['tests/reliability/exports.test.ts', ''],
  },
  {
    what: 'The API answers whoever passes the distribution by',
    file: 'functions/lambda/edge.ts',
    find: 'if (!secrets.some((secret) => same(shown, secret))) return undefined;',
    replace: '',
    test: ['tests/functions/lambda/api.test.ts', ''],
  },
  {
    what: 'The last administrator can be disabled',
    file: 'functions/store/access.ts',
    find: "anyOf(allOf(['pk', 'exists'], ['admins', 'lacks', user]), allOf(['pk', 'exists'], ['admins', 'larger', 1])),",
    replace: 'IS_STORED,',
    test: ['tests/functions/http/routes/company_users.test.ts', ''],
  },
  {
    what: 'Another core than the browser’s is accepted',
    file: 'functions/core.ts',
    find: 'if (sha256 !== expected)',
    replace: 'if (false)',
    test: ['tests/wasm-core/core.test.ts', ''],
  },
];
