import type { Route } from '../route.ts';
import { auditRoutes } from './audit.ts';
import { authRoutes } from './auth.ts';
import { calculationCopyRoutes } from './calculation_copies.ts';
import { calculationRoutes } from './calculations.ts';
import { companyUserRoutes } from './company_users.ts';
import { dictionaryRoutes } from './dictionaries.ts';
import { editionRoutes } from './edition.ts';
import { exportRoutes } from './exports.ts';
import { historyRoutes } from './history.ts';
import { inventoryRoutes } from './inventory.ts';
import { inventoryObjectRoutes } from './inventory_objects.ts';
import { jobRoutes } from './jobs.ts';
import { modelRoutes } from './models.ts';
import { ownKeyCodeRoutes } from './own_key_code.ts';
import { ownSessionRoutes } from './own_sessions.ts';
import { passwordRoutes } from './password.ts';
import { personalDataRoutes } from './personal_data.ts';
import { projectCalculationRoutes } from './project_calculations.ts';
import { projectWorkbookRoutes } from './project_workbook.ts';
import { projectYearRoutes } from './project_years.ts';
import { projectRoutes } from './projects.ts';
import { releaseRoutes } from './release.ts';
import { tableRoutes } from './table_calculations.ts';
import { uncertaintyRoutes } from './uncertainty.ts';
import { uploadTicketRoutes } from './upload_tickets.ts';
import { userRoutes } from './users.ts';

/** Every address of the API: the app, the OpenAPI document, 405 answers and the isolation tests are made from this list. */
export const ROUTES: readonly Route[] = [
  ...tagged('Вход', authRoutes),
  ...tagged('Пользователь', userRoutes),
  ...tagged('Пользователь', passwordRoutes),
  ...tagged('Пользователь', ownKeyCodeRoutes),
  ...tagged('Пользователь', ownSessionRoutes),
  ...tagged('Пользователь', personalDataRoutes),
  ...tagged('Пользователи компании', companyUserRoutes),
  ...tagged('Пользователи компании', auditRoutes),
  ...tagged('Справочники', dictionaryRoutes),
  ...tagged('Проекты', projectRoutes),
  ...tagged('Проекты', projectYearRoutes),
  ...tagged('Проекты', projectWorkbookRoutes),
  ...tagged('Объекты', inventoryObjectRoutes),
  ...tagged('Инвентаризация', inventoryRoutes),
  ...tagged('Инвентаризация', editionRoutes),
  ...tagged('Неопределённость', uncertaintyRoutes),
  ...tagged('Экспорт', exportRoutes),
  ...tagged('Расчёты', projectCalculationRoutes),
  ...tagged('Расчёты', calculationRoutes),
  ...tagged('Расчёты', calculationCopyRoutes),
  ...tagged('Расчёты', tableRoutes),
  ...tagged('История', historyRoutes),
  ...tagged('Модели', modelRoutes),
  ...tagged('Загрузка файлов', uploadTicketRoutes),
  ...tagged('Загрузка файлов', jobRoutes),
  ...tagged('Выпуск', releaseRoutes),
];

function tagged(tag: string, routes: readonly Route[]): Route[] {
  return routes.map((route) => ({ ...route, tag }));
}
