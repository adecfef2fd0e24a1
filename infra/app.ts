import { App } from 'aws-cdk-lib';
import { addChecks } from './checks.ts';
import { SettingsError } from './settings.ts';
import { addStacks } from './stacks.ts';

try {
  const app = new App();
  addStacks(app);
  addChecks(app);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
