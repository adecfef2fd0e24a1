import { paths } from '#core/contract/paths.ts';
import type { InventoryUncertainty } from '#core/contract/uncertainty_schema.ts';
import type { Signal } from './calls.ts';
import { requestBody } from './client.ts';
import type { ReceivedFile } from './send.ts';

export const getInventoryUncertainty = (project: string, signal: Signal) =>
  requestBody<InventoryUncertainty>({ path: paths.inventoryUncertainty(project), signal });

/** The workbook with table 3.2 of IPCC. */
export const getUncertaintyTable = (project: string) =>
  requestBody<ReceivedFile>({ path: paths.uncertaintyTable(project), answer: 'bytes' });

/** The plan of the draws as text: the file that `npm run uncertainty` takes. */
export const getUncertaintyPlan = async (project: string) =>
  JSON.stringify(await requestBody<unknown>({ path: paths.uncertaintyPlan(project) }), undefined, 2);
