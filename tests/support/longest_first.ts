import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slow test files, slowest first: a slow file that starts last would run alone. */
const LONG = [
  'tests/e2e/accessibility',
  'tests/e2e/results',
  'tests/e2e/grid',
  'tests/e2e/local_aws',
  'tests/reliability/load',
  'tests/reliability/writes',
  'tests/reliability/jobs_crash',
  'tests/functions/local/server_jobs',
  'tests/e2e/main_job',
  'tests/dry_runs',
  'tests/reliability/web/failures',
  'tests/web/tables/table_calculations',
  'tests/functions/cli/train',
  'tests/infra/checks',
  'tests/functions/http/upload_corpus',
  'tests/wasm-core/tables/upload_corpus',
  'tests/wasm-core/models/fuzz',
  'tests/functions/export/large',
  'tests/infra/stack',
  'tests/wasm-core/tables/bounded_work',
  'tests/functions/cli/predict',
  'tests/functions/http/openapi',
  'tests/functions/jobs/memory',
  'tests/functions/export/export_job',
];

/** Runs the slow files before the others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((file) => moduleId.includes(`/${file}.test.`));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
