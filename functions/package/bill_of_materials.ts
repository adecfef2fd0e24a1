import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, readManifest } from '../cli/build.ts';

interface CycloneDx {
  serialNumber?: string;
  metadata: { timestamp?: string; component: { name: string } };
  components: { readonly name: string; readonly 'bom-ref': string }[];
  dependencies: { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

interface LockedPackage {
  readonly name?: string;
  readonly version: string;
  readonly dev?: true;
  readonly optional?: true;
  readonly devOptional?: true;
}

/**
 * The production packages with versions, licences and hashes: CycloneDX 1.5, written by npm. Serial number and time, which the format
 * does not require, are left out, so that the same sources make the same bytes.
 */
export function billOfMaterials(): unknown {
  // All packages: `--omit dev` of npm 11 leaves out react, which packages of development ask for, too.
  const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const bill = JSON.parse(text) as CycloneDx;
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  const { name, version } = readManifest();
  // npm takes the name of the folder.
  bill.metadata.component.name = name;
  const shipped = productionPackages().add(`${name}@${version}`);
  bill.components = bill.components.filter((component) => shipped.has(component['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => shipped.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => shipped.has(one)) }));
  return bill;
}

/** `name@version` of what runs in production. Optional is Node itself, for machines that develop. */
function productionPackages(): Set<string> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const shipped = Object.entries(packages).filter(
    ([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional,
  );
  return new Set(
    shipped.map(
      ([path, { name, version }]) => `${name ?? path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`,
    ),
  );
}
