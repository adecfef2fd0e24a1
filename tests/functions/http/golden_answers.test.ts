import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { loadServerCore } from '#functions/core.ts';
import { newTable } from '../../support/datasets.ts';
import { type RecordedAnswer, recordAnswers } from '../../support/recorded_answers.ts';
import { CONFIRM, KEY_CODE, openService, PASSWORD } from '../../support/service.ts';

/** Answers of the release before the rooms and schemas were rearranged, recorded by the same calls. */
const GOLDEN: readonly RecordedAnswer[] = JSON.parse(readFileSync('tests/fixtures/golden_answers.json', 'utf8'));

const service = await openService();
afterAll(() => service.close());

it('every kind of address returns the same bytes as in the previous release', async () => {
  const admin = await service.createUser({ role: 'admin' });
  const staff = await service.createUser({}, admin.company);
  const answers = await recordAnswers({
    call: service.call,
    signIn: (email) => service.signIn({ email, password: PASSWORD, guardant_code: KEY_CODE }),
    staff: staff.user,
    admin: admin.user,
    confirm: CONFIRM,
    coreSha256: (await loadServerCore()).sha256,
    requests: new Set(GOLDEN.map(({ request }) => request)),
    newTable: (type, project) => newTable(type, project),
  });
  expect(answers.map(({ request }) => request)).toEqual(GOLDEN.map(({ request }) => request));
  for (const [index, answer] of answers.entries()) expect(answer, answer.request).toEqual(GOLDEN[index]);
}, 120_000);
