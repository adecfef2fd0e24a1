import { Title } from '@mantine/core';
import { CALCULATION_TYPES, type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { Project } from '#core/contract/project.ts';
import type { User } from '#core/contract/user.ts';
import type { Core } from '#core/load.ts';
import { citationText } from '#core/norms.ts';
import { formatMoment } from '../format.ts';
import { Totals } from '../graphs/Totals.tsx';
import { CalculationReport } from './CalculationReport.tsx';
import classes from './Report.module.css';

interface ProjectReportProps {
  readonly core: Core;
  readonly project: Project;
  readonly reader: User;
  readonly inventory: Readonly<Partial<Record<CalculationType, readonly Calculation[]>>>;
}

/** A project on paper: whose, of what period, its totals, and every calculation with its trace. */
export function ProjectReport({ core, project, reader, inventory }: ProjectReportProps) {
  const { company } = reader;
  const facts: readonly (readonly [string, string])[] = [
    ['Компания', company.name],
    ['ОГРН', company.ogrn],
    ['ОКВЭД', company.okved],
    ['Регион', company.region],
    ['Период', `${project.start_date} — ${project.end_date}`],
    ['Автор проекта', project.author],
    ['Отчёт сформировал', `${reader.last_name} ${reader.first_name}, ${formatMoment(new Date().toISOString())}`],
    ['Расчётное ядро (SHA-256)', core.sha256],
  ];
  return (
    <div className={classes.report}>
      <dl className={classes.facts}>
        {facts
          .filter(([, text]) => text !== '')
          .map(([term, text]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
      <Totals projectId={project.id} />
      {CALCULATION_TYPES.map((type) => (
        <Section key={type} core={core} type={type} calculations={inventory[type] ?? []} />
      ))}
    </div>
  );
}

interface SectionProps {
  readonly core: Core;
  readonly type: CalculationType;
  readonly calculations: readonly Calculation[];
}

function Section({ core, type, calculations }: SectionProps) {
  const definition = definitionOf(type);
  if (calculations.length === 0) return null;
  return (
    <section className={classes.section} aria-label={definition.title}>
      <Title order={2}>{definition.title}</Title>
      <p className={classes.small}>Методика: {citationText(definition.source)}</p>
      {calculations.map((calculation) => (
        <CalculationReport key={calculation.id} core={core} definition={definition} calculation={calculation} />
      ))}
    </section>
  );
}
