import type { IForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser';

type Target = IRegularForbiddenRuleType['to'];

/** Folders of the repository that hold code, as the architecture names them. */
export const ROOTS = ['wasm-core', 'functions', 'web', 'infra', 'tests'] as const;

const PACKAGE = '(?:^|/)node_modules/';

/** Modules of Node: they have no path. */
const OF_NODE: Target = { dependencyTypes: ['core'] };

/** Forbids the modules of `to` to the files of `from`, paths as regular expressions. */
function forbid(name: string, from: string, to: Target, pathNot: string[] = []) {
  return { name, severity: 'error', from: { path: from, pathNot }, to } as const satisfies IForbiddenRuleType;
}

/** Which root may import which, and which packages each root does without. */
const roots: readonly IForbiddenRuleType[] = [
  // The core runs in the browser, in Lambda and in tests, so it depends on none of them. zod checks
  // what both sides receive; the readers of files use libraries that need no host.
  forbid('core-stands-alone', '^wasm-core/', {
    pathNot: ['^wasm-core/', `${PACKAGE}(?:zod/mini|fflate|saxes|papaparse|@types/papaparse)/`],
  }),
  forbid('web-imports-core-only', '^web/', { path: '^(?:functions|infra|tests)/' }),
  forbid('web-runs-in-browsers', '^web/src/', OF_NODE),
  forbid('web-has-no-server-package', '^web/', {
    path: `${PACKAGE}(?:@aws-sdk/|aws-|constructs/|dynalite/|@hono/node-server/)`,
  }),
  forbid('functions-import-core-only', '^functions/', { path: '^(?:web|infra|tests)/' }),
  forbid('functions-have-no-screens', '^functions/', {
    path: `${PACKAGE}(?:react|jotai|@mantine/|@tabler/|aws-cdk|constructs/)`,
  }),
  forbid('infra-imports-no-web', '^infra/', { path: '^(?:web|tests)/' }),
  forbid('infra-has-no-application', '^infra/', { path: `${PACKAGE}(?:react|jotai|hono/|@mantine/)` }),
  {
    ...forbid('roots-meet-by-aliases', '^(wasm-core|functions|web|infra)/', {
      path: '^(?:wasm-core|functions|web|infra)/',
      pathNot: ['^$1/'],
      dependencyTypesNot: ['aliased-subpath-import'],
    }),
    comment: 'Import another root by its alias of package.json: #core/, #functions/, #web/, #infra/.',
  },
];

/** Arrows inside a root: which folders and files may not import which. */
const rooms: readonly IForbiddenRuleType[] = [
  {
    name: 'no-cycle-of-files',
    severity: 'error',
    // Known: the shapes of a condition and of the database it is given to.
    from: { pathNot: ['^functions/store/(?:condition|database)\\.ts$'] },
    to: { circular: true },
  },
  {
    name: 'no-cycle-of-folders',
    severity: 'error',
    scope: 'folder',
    // The helpers of the tests are one room.
    from: { path: '^(?:wasm-core|functions|web/src|infra)/' },
    to: { circular: true },
  },
  {
    ...forbid('root-files-stand-below', '^(functions|web/src)/[^/]+$', { path: '^$1/[^/]+/' }),
    comment: 'Files beside the rooms (errors.ts, log.ts; format.ts, paths.ts) import no room.',
  },
  {
    ...forbid('no-arrow-back-up', '^((?:wasm-core|functions|web/src|infra)/.+)/[^/]+/[^/]+$', { path: '^$1/[^/]+$' }, [
      // One arrow a root: a route stands on the helpers of http/, and the formulas of uncertainty on the columns of the core.
      '^functions/http/routes/',
      '^wasm-core/assembly/uncertainty/',
    ]),
    comment: 'A nested folder imports nothing of the folder that holds it.',
  },
  {
    ...forbid('store-imports-no-adapter', '^functions/store/', { path: '^functions/adapters/' }),
    comment: 'The entry points choose the adapter; the store knows its port only.',
  },
  {
    ...forbid('http-imports-no-route', '^functions/http/[^/]+$', { path: '^functions/http/routes/' }),
    comment: 'The list of routes is given to createApp and openApi: routes import http/, not the reverse.',
  },
  forbid('domain-imports-no-route', '^functions/(?:calculations|export|jobs|store|auth)/', {
    path: '^functions/http/',
  }),
];

/** An import of ours leads to a file that exists, or the other rules would overlook its arrow. */
const resolved = forbid('imports-exist', '^', { path: '^[.#]', couldNotResolve: true });

export const RULES: IForbiddenRuleType[] = [...roots, ...rooms, resolved];
