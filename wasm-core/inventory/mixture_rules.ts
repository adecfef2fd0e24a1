import { partOf } from '../contract/parts.ts';
import { quoted, russianNumber } from '../contract/russian.ts';
import { DENSITY_PERCENT, USUAL_CONTENT } from './finding_limits.ts';
import type { ObjectRule } from './finding_rule.ts';

/** What is said of measured mixtures and their densities. */
export const MIXTURE_RULES: readonly ObjectRule[] = [
  {
    id: 'methane_content',
    severity: 'warning',
    find: ({ statements }) =>
      statements.flatMap(({ part, calculation }) => {
        const range = USUAL_CONTENT[part];
        const content = calculation.inputs.ef_ch4;
        if (!range || content === undefined || calculation.type === 'flare_table_371') return [];
        if (content >= range[0] && content <= range[1]) return [];
        const usual = `${russianNumber(range[0])}–${russianNumber(range[1])} %`;
        const said = `${quoted(calculation.name)}: ${russianNumber(content)} % CH₄`;
        return [{ calculation, message: `Расчёт ${said}. ${partOf(part).label}: обычно ${usual}. Проверьте замер.` }];
      }),
  },
  {
    id: 'densities_differ',
    severity: 'warning',
    find: ({ statements }, { sums }) => {
      const counted = statements.filter(({ role, part }) => role !== 'control' && partOf(part).balance !== 'outside');
      const densities = counted.flatMap(({ statement, calculation }) => {
        const density = statement.density === undefined ? undefined : calculation.inputs[statement.density];
        return density === undefined ? [] : [density];
      });
      const [least = 0, most = 0] = [Math.min(...densities), Math.max(...densities)];
      if (densities.length < 2 || Math.abs(sums.difference(least, most).percent ?? 0) <= DENSITY_PERCENT) return [];
      const range = `${russianNumber(least)} и ${russianNumber(most)} кг/м³`;
      return [{ message: `В одном балансе плотности CH₄ ${range}: условия измерения разные. Приведите их к одним.` }];
    },
  },
  {
    id: 'no_slip',
    severity: 'warning',
    find: ({ statements }) =>
      statements
        .filter(({ part, calculation }) => part === 'engines' && calculation.inputs.cf === 0)
        .map(({ calculation }) => ({
          calculation,
          message: `Расчёт ${quoted(calculation.name)}: двигатель без проскока метана. Укажите его по паспорту.`,
        })),
  },
];
