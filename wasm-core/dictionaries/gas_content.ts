import { type DictionaryRow, dictionary } from './dictionary.ts';

/**
 * Classes of seams by gas content, m³ per tonne of dry ash-free mass. The rows have no coefficient:
 * only the threshold of 13 m³/t is a norm.
 */
export const GAS_CONTENT = dictionary('get_gas_content', '2026-11-22', {
  label: 'Газоносность пластов',
  fields: {},
  rows: [
    seam(1, 'Газоносность до 5 м³/т с.б.м.', 'до 5 м³/т'),
    seam(2, 'Газоносность от 5 до 10 м³/т с.б.м.', 'от 5 до 10 м³/т'),
    seam(3, 'Газоносность от 10 до 13 м³/т с.б.м.', 'от 10 до 13 м³/т'),
    {
      id: 4,
      name: 'Газоносность более 13 м³/т с.б.м.: дегазация обязательна, если вентиляцией не удержать 1 %',
      source: { norm: 'resolution_315', table: 'допустимые нормы', row: 'более 13 м³/т сухой беззольной массы' },
      mark: 'norm',
      note: 'Дегазация обязательна, если проветриванием нельзя удержать содержание метана ниже 1 %.',
    },
  ],
});

function seam(id: number, name: string, row: string): DictionaryRow {
  return {
    id,
    name,
    source: { norm: 'product', table: 'классы газоносности пластов', row },
    mark: 'proposed',
    note: 'Деление на классы — предложение разработчика; нормирован только порог 13 м³/т.',
  };
}
