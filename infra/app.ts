import { App } from 'aws-cdk-lib';
import { EmissionsStack } from './stack.ts';

const app = new App();
new EmissionsStack(app, 'FugitiveEmissions', { description: 'Fugitive emissions of coal mining: calculation service' });
