import type { App } from 'aws-cdk-lib';
import { acknowledge } from './checks.ts';
import { FirewallStack } from './firewall.ts';
import { readStackSettings } from './settings.ts';
import { EmissionsStack } from './stack.ts';

/** The deployed stacks. */
export interface Stacks {
  readonly product: EmissionsStack;
  readonly firewall?: FirewallStack;
}

/**
 * Adds the stacks to `app` by its context: the product and, if requested, the web ACL of its
 * distribution. Throws SettingsError.
 */
export function addStacks(app: App): Stacks {
  const settings = readStackSettings(app.node);
  const name = `FugitiveEmissions-${settings.stage}`;
  const terminationProtection = !settings.disposable;
  const firewall = settings.makesWebAcl
    ? new FirewallStack(app, `${name}-firewall`, { description: `Web ACL of ${name}`, terminationProtection })
    : undefined;
  const product = new EmissionsStack(app, name, {
    settings: { ...settings, ...(firewall && { webAclArn: firewall.webAclArn }) },
    description: 'Fugitive emissions of coal mining: calculation service',
    terminationProtection,
  });
  if (firewall) product.addStackDependency(firewall);
  acknowledge(product, settings);
  return { product, ...(firewall && { firewall }) };
}
