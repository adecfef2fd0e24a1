import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long, longest first: begun last, one of them would run on alone. */
const LONG = [
  'tests/e2e/accessibility',
  'tests/e2e/results',
  'tests/e2e/grid',
  'tests/e2e/local_aws',
  'tests/reliability/load',
  'tests/reliability/writes',
  'tests/reliability/jobs_crash',
  'tests/e2e/main_job',
  'tests/dry_runs',
  'tests/reliability/web/failures',
  'tests/web/tables/table_calculations',
  'tests/functions/local/server_jobs',
  'tests/functions/export/large',
  'tests/functions/http/upload_corpus',
  'tests/functions/cli/train',
  'tests/wasm-core/models/fuzz',
  'tests/wasm-core/tables/bounded_work',
  'tests/functions/export/export_job',
];

/** Runs the files that take long before the others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((file) => moduleId.includes(`/${file}.test.`));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
