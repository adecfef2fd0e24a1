import { afterEach, expect, it, vi } from 'vitest';
import { EXPORT_FORMAT_NAMES } from '#core/contract/export.ts';
import { calculationsSections } from '#functions/export/calculations_sections.ts';
import { projectSection } from '#functions/export/project_sections.ts';
import { contentOf, written } from '../../support/written_exports.ts';

afterEach(() => vi.useRealTimers());

it.each(EXPORT_FORMAT_NAMES)('the same content gives the same bytes in %s at any time', async (format) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const content = contentOf(['Лава № 7']);
  const writtenOn = async (day: string) => {
    vi.setSystemTime(new Date(day));
    return written(format, [projectSection(content, []), ...calculationsSections(content, true)]);
  };
  expect(Buffer.compare(await writtenOn('2026-11-21T09:00:00Z'), await writtenOn('2027-03-01T10:11:12Z'))).toBe(0);
});
