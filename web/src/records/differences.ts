import type { Difference } from './Conflict.tsx';

/** Fields of `labels` whose texts differ between the server's record and the form. */
export function differencesOf<Field extends string>(
  labels: Readonly<Record<Field, string>>,
  theirs: Readonly<Record<NoInfer<Field>, string>>,
  mine: Readonly<Record<NoInfer<Field>, string>>,
): Difference[] {
  return (Object.keys(labels) as Field[])
    .filter((field) => theirs[field] !== mine[field])
    .map((field) => ({ label: labels[field], theirs: theirs[field], mine: mine[field] }));
}
