import { NavLink } from 'react-router-dom';
import { screens } from '../paths.ts';
import classes from './ProjectTabs.module.css';

/** The screens of a project, each one press from the others. */
export function ProjectTabs({ projectId }: { readonly projectId: string }) {
  const tabs = [
    [screens.calculations(projectId), 'Расчёты'],
    [screens.inventory(projectId), 'Инвентаризация'],
    [screens.graphs(projectId), 'Инфографика'],
    [screens.report(projectId), 'Отчёт'],
  ] as const;
  return (
    <nav className={classes.tabs} aria-label="Экраны проекта" data-print="no">
      {tabs.map(([to, label]) => (
        <NavLink key={to} to={to} className={classes.tab ?? ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
