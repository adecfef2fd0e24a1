import { App } from 'aws-cdk-lib';
import { acknowledge, addChecks } from './checks.ts';
import { readSettings, SettingsError } from './settings.ts';
import { EmissionsStack } from './stack.ts';

try {
  const app = new App();
  const settings = readSettings(app.node);
  const stack = new EmissionsStack(app, `FugitiveEmissions-${settings.stage}`, {
    settings,
    description: 'Fugitive emissions of coal mining: calculation service',
    terminationProtection: !settings.disposable,
  });
  acknowledge(stack, settings);
  addChecks(app);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
