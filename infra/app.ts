import { App } from 'aws-cdk-lib';
import { readSettings, SettingsError } from './settings.ts';
import { EmissionsStack } from './stack.ts';

try {
  const app = new App();
  const settings = readSettings(app.node);
  new EmissionsStack(app, `FugitiveEmissions-${settings.stage}`, {
    settings,
    description: 'Fugitive emissions of coal mining: calculation service',
    terminationProtection: !settings.disposable,
  });
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
