import { useSearchParams } from 'react-router-dom';
import { CATEGORIES } from '#core/calculations/categories.ts';
import { useTitle } from '../browser/title.ts';
import { PageHead } from '../components/PageHead.tsx';
import { Pages } from '../components/Pages.tsx';
import { CategoriesTable } from './CategoriesTable.tsx';
import { CoefficientRows } from './CoefficientsTable.tsx';

/** As specified. */
const CATEGORIES_PER_PAGE = 4;

/**
 * The reference books: emission categories with their formulas and documents, and the coefficients
 * of the chosen one.
 */
export function ReferencePage() {
  useTitle('Справочники');
  const [search, setSearch] = useSearchParams();
  const pages = Math.ceil(CATEGORIES.length / CATEGORIES_PER_PAGE);
  const page = Math.min(Math.max(1, Number.parseInt(search.get('page') ?? '1', 10) || 1), pages);
  const shown = CATEGORIES.slice((page - 1) * CATEGORIES_PER_PAGE, page * CATEGORIES_PER_PAGE);
  const chosen = shown.find((type) => type === search.get('category'));
  return (
    <>
      <PageHead title="Справочники" />
      <CategoriesTable
        types={shown}
        chosen={chosen}
        onChoose={(type) =>
          setSearch({ page: String(page), ...(type !== chosen && { category: type }) }, { replace: true })
        }
      />
      <Pages
        count={CATEGORIES.length}
        limit={CATEGORIES_PER_PAGE}
        page={page}
        onPage={(next) => setSearch({ page: String(next) })}
      />
      {chosen && <CoefficientRows key={chosen} type={chosen} />}
    </>
  );
}
