import type { Clause, Condition } from '../../store/condition.ts';
import type { Item, ItemChanges } from '../../store/database.ts';

/** Names and values of an expression, as DynamoDB wants them: every name and every value under a placeholder of its own. */
class Placeholders {
  readonly #names = new Map<string, string>();
  readonly #values: unknown[] = [];

  name(attribute: string): string {
    const known = this.#names.get(attribute);
    if (known !== undefined) return known;
    const placeholder = `#n${this.#names.size}`;
    this.#names.set(attribute, placeholder);
    return placeholder;
  }

  value(value: unknown): string {
    this.#values.push(value);
    return `:v${this.#values.length - 1}`;
  }

  /** Empty maps are refused by DynamoDB. */
  get parameters() {
    const names = Object.fromEntries([...this.#names].map(([attribute, placeholder]) => [placeholder, attribute]));
    const values = Object.fromEntries(this.#values.map((value, index) => [`:v${index}`, value]));
    return {
      ...(this.#names.size > 0 && { ExpressionAttributeNames: names }),
      ...(this.#values.length > 0 && { ExpressionAttributeValues: values }),
    };
  }
}

/** Parameters of a put under a condition. */
export function conditionParameters(condition: Condition | undefined) {
  if (!condition) return {};
  const placeholders = new Placeholders();
  const ConditionExpression = conditionText(condition, placeholders);
  return { ConditionExpression, ...placeholders.parameters };
}

/** Parameters of an update. */
export function updateParameters(changes: ItemChanges, condition: Condition | undefined) {
  const placeholders = new Placeholders();
  const UpdateExpression = updateText(changes, placeholders);
  const ConditionExpression = condition && conditionText(condition, placeholders);
  return {
    UpdateExpression,
    ...(ConditionExpression && { ConditionExpression }),
    ...placeholders.parameters,
  };
}

function conditionText(condition: Condition, placeholders: Placeholders): string {
  return condition
    .map((clauses) => `(${clauses.map((clause) => clauseText(clause, placeholders)).join(' AND ')})`)
    .join(' OR ');
}

function clauseText(clause: Clause, placeholders: Placeholders): string {
  const name = placeholders.name(clause[0]);
  switch (clause[1]) {
    case 'exists':
      return `attribute_exists(${name})`;
    case 'missing':
      return `attribute_not_exists(${name})`;
    case '=':
    case '<':
    case '<=':
      return `${name} ${clause[1]} ${placeholders.value(clause[2])}`;
    case 'in':
      return `${name} IN (${clause[2].map((value) => placeholders.value(value)).join(', ')})`;
    case 'has':
      return `contains(${name}, ${placeholders.value(clause[2])})`;
    case 'lacks':
      return `NOT contains(${name}, ${placeholders.value(clause[2])})`;
    case 'larger':
      return `size(${name}) > ${placeholders.value(clause[2])}`;
  }
}

function updateText({ set, add, remove, include, exclude }: ItemChanges, placeholders: Placeholders): string {
  const value = (of: unknown) => placeholders.value(of);
  const member = (of: unknown) => placeholders.value(new Set([of]));
  const pairs = (of: Item | undefined, text: (name: string, of: unknown) => string) =>
    Object.entries(of ?? {})
      .filter(([, each]) => each !== undefined)
      .map(([attribute, each]) => text(placeholders.name(attribute), each));
  const parts = {
    SET: pairs(set, (name, of) => `${name} = ${value(of)}`),
    ADD: [
      ...pairs(add, (name, of) => `${name} ${value(of)}`),
      ...pairs(include, (name, of) => `${name} ${member(of)}`),
    ],
    REMOVE: (remove ?? []).map((attribute) => placeholders.name(attribute)),
    DELETE: pairs(exclude, (name, of) => `${name} ${member(of)}`),
  };
  return Object.entries(parts)
    .filter(([, actions]) => actions.length > 0)
    .map(([verb, actions]) => `${verb} ${actions.join(', ')}`)
    .join(' ');
}
