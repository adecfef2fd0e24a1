import * as z from 'zod/mini';
import { auditPageSchema } from '#core/contract/audit.ts';
import { calculationCommonSchema } from '#core/contract/calculation_schema.ts';
import { companyInventorySchema } from '#core/contract/company_inventory_schema.ts';
import { companyUserPageSchema, companyUserSchema, oneTimePasswordSchema } from '#core/contract/company_user_schema.ts';
import { dictionarySchema } from '#core/contract/dictionary_schema.ts';
import { editionSchema } from '#core/contract/edition_schema.ts';
import { errorBodySchema, faultSchema } from '#core/contract/fault_schema.ts';
import { historyPageSchema } from '#core/contract/history.ts';
import { inventoryObjectPageSchema, inventoryObjectSchema } from '#core/contract/inventory_object_schema.ts';
import { inventorySchema } from '#core/contract/inventory_schema.ts';
import { jobPageSchema, jobSchema, uploadTicketSchema } from '#core/contract/job.ts';
import { loadedModelSchema, modelPageSchema, modelReferenceSchema, modelSchema } from '#core/contract/model.ts';
import { ownSessionPageSchema, ownSessionSchema } from '#core/contract/own_session.ts';
import { personalDataSchema } from '#core/contract/personal_data.ts';
import { projectPageSchema, projectSchema } from '#core/contract/project_schema.ts';
import { releaseSchema } from '#core/contract/release.ts';
import {
  calculationUncertaintySchema,
  inventoryUncertaintySchema,
  uncertaintyPlanSchema,
} from '#core/contract/uncertainty_schema.ts';
import { statisticsSchema, tokenPairSchema, userSchema } from '#core/contract/user.ts';
import { workbookLoadSchema } from '#core/contract/workbook_schema.ts';
import { plainJsonSchema } from './json_schema.ts';
import type { JsonSchema } from './route.ts';

/** Entities of the wire by their names in the OpenAPI document. */
const ENTITIES = {
  Error: errorBodySchema,
  Fault: faultSchema,
  TokenPair: tokenPairSchema,
  User: userSchema,
  Statistics: statisticsSchema,
  PersonalData: personalDataSchema,
  OwnSession: ownSessionSchema,
  OwnSessionPage: ownSessionPageSchema,
  CompanyUser: companyUserSchema,
  CompanyUserPage: companyUserPageSchema,
  OneTimePassword: oneTimePasswordSchema,
  AuditPage: auditPageSchema,
  Dictionary: dictionarySchema,
  Project: projectSchema,
  ProjectPage: projectPageSchema,
  InventoryObject: inventoryObjectSchema,
  InventoryObjectPage: inventoryObjectPageSchema,
  Inventory: inventorySchema,
  CompanyInventory: companyInventorySchema,
  UncertaintyPlan: uncertaintyPlanSchema,
  InventoryUncertainty: inventoryUncertaintySchema,
  CalculationUncertainty: calculationUncertaintySchema,
  Edition: editionSchema,
  CalculationCommon: calculationCommonSchema,
  HistoryPage: historyPageSchema,
  ModelReference: modelReferenceSchema,
  Model: modelSchema,
  LoadedModel: loadedModelSchema,
  ModelPage: modelPageSchema,
  Job: jobSchema,
  JobPage: jobPageSchema,
  UploadTicket: uploadTicketSchema,
  Release: releaseSchema,
  WorkbookLoad: workbookLoadSchema,
} as const satisfies Record<string, z.core.$ZodType>;

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(ENTITIES)) registry.add(schema, { id });

/** Address of a component in the document. */
export function componentRef(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The schemas of the entities by name; an entity within another is a reference. */
export function entitySchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    override: plainJsonSchema,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _address, ...schema }]) => [name, schema]),
  );
}

/** What the document says of an answer: a reference to its entity. */
export function answerSchema(schema: z.core.$ZodType | JsonSchema): JsonSchema {
  if (!isZodSchema(schema)) return schema;
  const name = registry.get(schema)?.id;
  if (name === undefined) throw new Error('An answer is an entity of components.ts');
  return componentRef(name);
}

/** By its property and not by `instanceof`: `z.core` as a value brings every locale of zod into the bundle. */
function isZodSchema(schema: z.core.$ZodType | JsonSchema): schema is z.core.$ZodType {
  return '_zod' in schema;
}
