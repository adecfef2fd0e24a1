import { useEffect } from 'react';

/** The product's short name, in titles and the menu. */
export const PRODUCT = 'Фугитивные выбросы';

/** Sets the title of the browser tab. */
export function useTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} — ${PRODUCT}`;
  }, [page]);
}
