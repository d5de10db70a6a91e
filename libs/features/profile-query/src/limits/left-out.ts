import { Kind, type DirectiveNode, type SelectionNode } from 'graphql';
import type { Variables } from './list-size.ts';

/** Whether `@skip` or `@include` leave a selection out: what is not executed counts for no limit. */
export const isLeftOut = ({ directives = [] }: SelectionNode, variables: Variables): boolean =>
  directives.some((directive) => {
    const condition = conditionOf(directive, variables);
    return directive.name.value === 'skip'
      ? condition === true
      : directive.name.value === 'include' && condition === false;
  });

const conditionOf = ({ arguments: given = [] }: DirectiveNode, variables: Variables): unknown => {
  const value = given.find(({ name }) => name.value === 'if')?.value;
  if (value?.kind === Kind.BOOLEAN) return value.value;
  return value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined;
};
