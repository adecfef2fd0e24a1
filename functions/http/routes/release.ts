import { releaseSchema } from '#core/contract/release.ts';
import { describeRelease } from '../../store/release.ts';
import type { PublicRoute } from '../route.ts';

/** Which release answers: for verifiers, and for whoever watches an upgrade. */
export const releaseRoutes: readonly PublicRoute[] = [
  {
    method: 'GET',
    path: '/version',
    id: 'version',
    slash: false,
    access: 'public',
    summary: 'Версия продукта, коммит исходных текстов, SHA-256 вычислительного ядра',
    answer: { status: 200, schema: releaseSchema },
    handle: async (c) => c.json(describeRelease()),
  },
];
