import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly integrity?: string;
  readonly link?: boolean;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};

/** What runs in production or is shipped to browsers: name, version and what the lock file says of it. */
const PRODUCTION = Object.entries(packages)
  .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
  .map(([path, locked]) => ({ name: path.split('node_modules/').at(-1) ?? '', ...locked }));

/** Licences that may be shipped with a product under Apache-2.0. */
const MAY_SHIP = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'OFL-1.1',
  'BlueOak-1.0.0',
  'Zlib',
];

/**
 * Versions of packages that the product has used with known advisories: none may come back. Source: GitHub Advisory Database, as the
 * outside attack read it; `npm audit` needs a network, which the checks do without. A snapshot of OSV data from the registry was looked
 * for on 2026-11-22 (osv-offline, osv-offline-db: not there), so the list is written by hand.
 */
const ADVISORIES: readonly (readonly [name: string, below: string, advisory: string])[] = [
  ['dicer', '999.0.0', 'GHSA-wm7h-9275-46v2'],
  ['busboy', '1.0.0', 'GHSA-wm7h-9275-46v2'],
  ['fast-xml-parser', '4.4.1', 'GHSA-mpg4-rc92-vx8v'],
  ['hono', '4.13.5', 'GHSA-g6gw, GHSA-crvj, GHSA-rv63, GHSA-88fw, CVE-2026-22817'],
  ['xlsx', '999.0.0', 'prototype pollution and ReDoS of the abandoned line'],
];

it('every production package has a licence that may be shipped', () => {
  expect(PRODUCTION.length).toBeGreaterThan(100);
  const others = PRODUCTION.filter(({ license = 'none' }) => {
    const choices = license.replace(/[()]/g, '').split(/ OR /);
    return !choices.some((one) => one.split(' AND ').every((part) => MAY_SHIP.includes(part)));
  });
  expect(others.map(({ name, version, license }) => `${name} ${version}: ${license}`)).toEqual([]);
});

it('every production package is fixed by its hash', () => {
  expect(PRODUCTION.filter(({ integrity, link }) => !integrity && !link).map(({ name }) => name)).toEqual([]);
});

it('no production package has a known advisory', () => {
  const bad = PRODUCTION.filter(({ name, version = '0' }) =>
    ADVISORIES.some(([known, below]) => known === name && isBelow(version, below)),
  );
  expect(bad.map(({ name, version }) => `${name} ${version}`)).toEqual([]);
});

function isBelow(version: string, limit: string): boolean {
  return version.localeCompare(limit, 'en', { numeric: true }) < 0;
}
