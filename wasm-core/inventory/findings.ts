import type { Finding } from '../contract/inventory_schema.ts';
import { CALCULATION_RULES } from './calculation_rules.ts';
import type { FindingContext, Found, ObjectFacts, ObjectRule, ProjectRule } from './finding_rule.ts';
import { MIXTURE_RULES } from './mixture_rules.ts';
import { OBJECT_RULES } from './object_rules.ts';
import { PROJECT_RULES } from './project_rules.ts';
import { SOURCE_RULES } from './source_rules.ts';

/** Applies every rule. A finding's id is its rule and its place, so an acknowledgement stays with it while the place is the same. */
export function findingsOf(context: FindingContext, objects: readonly ObjectFacts[]): Finding[] {
  const ofProject = [...PROJECT_RULES, ...CALCULATION_RULES].flatMap((rule) =>
    rule.find(context).map((found) => finding(context, rule, found)),
  );
  const ofObjects = objects.flatMap((facts) =>
    [...OBJECT_RULES, ...SOURCE_RULES, ...MIXTURE_RULES].flatMap((rule) =>
      rule.find(facts, context).map((found) => finding(context, rule, found, facts.object.id)),
    ),
  );
  return [...ofProject, ...ofObjects];
}

function finding(
  { input }: FindingContext,
  { id: rule, severity }: ProjectRule | ObjectRule,
  { calculation, place, message }: Found,
  object: string | null = null,
): Finding {
  const id = [rule, object, calculation?.id ?? place].filter((part) => part).join(':');
  const accepted = input.acknowledgements.find((one) => one.finding === id);
  return {
    ...{ id, rule, severity, object, message },
    calculation: calculation?.id ?? null,
    type: calculation?.type ?? null,
    acknowledgement: accepted ? { text: accepted.text, author: accepted.author, at: accepted.at } : null,
  };
}
