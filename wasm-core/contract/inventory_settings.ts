import * as z from 'zod/mini';
import { DESTINATION_KINDS } from './destinations.ts';
import { GWP_SET_NAMES } from './gwp_sets.ts';
import { PART_NAMES, type PartName } from './parts.ts';
import { nameSchema } from './text.ts';
import type { Wire } from './wire.ts';

/**
 * How a calculation counts in its source: `main` is the source's figure, `added` is a part of that figure (a second shaft, a second
 * fuel), `control` stands beside it and is never added.
 */
export const ASSIGNED_ROLES = ['main', 'added', 'control'] as const;

export type AssignedRole = (typeof ASSIGNED_ROLES)[number];

/**
 * A calculation's place in the inventory of its project. The order of the list is the order of preference: of the calculations of a
 * source the first is main, so there is never more than one. `stance`: what a person decided otherwise.
 */
export interface Assignment {
  readonly calculation: string;
  readonly object: string;
  readonly part: PartName;
  readonly stance?: 'added' | 'control';
}

/** What a person says of a finding, with who said it and when. */
export interface Acknowledgement {
  readonly finding: string;
  readonly text: string;
  readonly author: string;
  readonly at: string;
}

/** Calculations that one request may assign. */
export const MOST_AT_ONCE = 1000;

const PART = `Такой части нет. Есть части: ${PART_NAMES.join(', ')}.`;
const ROLE = `Роль — одна из: ${ASSIGNED_ROLES.join(', ')}.`;

/** Where a calculation stands: the fields that a calculation's own body has too. An object that is null takes it out. */
export const placementSchema = z.object({
  object: z.optional(z.nullable(z.string({ error: 'Укажите номер объекта или null.' }))),
  part: z.optional(z.nullable(z.enum(PART_NAMES, { error: PART }))),
  role: z.optional(z.nullable(z.enum(ASSIGNED_ROLES, { error: ROLE }))),
});

export type Placement = z.infer<typeof placementSchema>;

const acknowledgedSchema = z.object({
  finding: z.string({ error: 'Укажите номер замечания (id).' }).check(z.minLength(1), z.maxLength(300)),
  text: z.nullable(nameSchema('Напишите, почему замечание принято, или null, чтобы отозвать.', 1000)),
});

const NUMBER = 'Укажите конечное число, не меньше 0.';
const amount = () => z.number({ error: NUMBER }).check(z.nonnegative(NUMBER));
const SHARE = 'Укажите долю от 0 до 1.';
const share = () => z.number({ error: SHARE }).check(z.nonnegative(SHARE), z.lte(1, SHARE));
const PERCENT = 'Концентрация метана — число от 0 до 100 % об.';
const methanePercent = () => z.number({ error: PERCENT }).check(z.nonnegative(PERCENT), z.lte(100, PERCENT));
const KIND = `Вид назначения — один из: ${DESTINATION_KINDS.join(', ')}.`;
const YEARS = 'Срок — целое число лет от 1 до 100.';

/** Scenarios that a project may keep, and destinations that one of them may have. */
const MOST_SCENARIOS = 50;
const MOST_DESTINATIONS = 50;

/** «Что если»: other drained gas and destinations of one object, and what the measure costs. Volumes in m³ of CH4, money a year. */
export const scenarioSchema = z.object({
  name: nameSchema('Укажите название сценария.'),
  object: z.string({ error: 'Укажите номер объекта.' }).check(z.minLength(1), z.maxLength(100)),
  drained_m3: amount(),
  /** CH4 of the drained gas, % by volume: by it the decision table of utilisation proposes destinations. */
  methane_percent: z.optional(z.nullable(methanePercent())),
  destinations: z
    .array(z.object({ kind: z.enum(DESTINATION_KINDS, { error: KIND }), volume_m3: amount(), efficiency: share() }))
    .check(z.maxLength(MOST_DESTINATIONS, `Не больше ${MOST_DESTINATIONS} назначений.`)),
  cost: z.nullable(
    z.object({
      ...{ investment: amount(), operation: amount(), revenue: amount(), rate: share() },
      years: z.int({ error: YEARS }).check(z.gte(1, YEARS), z.lte(100, YEARS)),
    }),
  ),
});

export type Scenario = Wire<typeof scenarioSchema>;

/** Body that changes the inventory of a project: all of it or nothing. */
export const inventoryChangeSchema = z.object({
  gwp_set: z.optional(z.enum(GWP_SET_NAMES, { error: `Набор ПГП — один из: ${GWP_SET_NAMES.join(', ')}.` })),
  assign: z.optional(
    z
      .array(z.extend(placementSchema, { calculation: z.string({ error: 'Укажите номер расчёта.' }) }))
      .check(z.maxLength(MOST_AT_ONCE, `За один раз — не больше ${MOST_AT_ONCE} расчётов.`)),
  ),
  /** The whole list: it replaces the stored one. */
  scenarios: z.optional(
    z.array(scenarioSchema).check(z.maxLength(MOST_SCENARIOS, `Не больше ${MOST_SCENARIOS} сценариев.`)),
  ),
  acknowledge: z.optional(
    z.array(acknowledgedSchema).check(z.maxLength(100, 'За один раз — не больше 100 замечаний.')),
  ),
});

export type InventoryChange = Wire<typeof inventoryChangeSchema>;
