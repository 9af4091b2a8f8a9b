import type { Transaction } from '#stores/postgres/types.ts';
import type { ChildWorkflow, WorkflowEnd, WorkflowScope } from './define.ts';
import type { NewWorkflow, StartOptions, Workflows } from './types.ts';

/** What a workflow takes, and what it ends with. */
export interface WorkflowType<Input = unknown, Output = unknown> {
  readonly input: Input;
  readonly output: Output;
}

type InputOf<Type> = Type extends WorkflowType<infer Input> ? Input : never;
type OutputOf<Type> = Type extends WorkflowType<never, infer Output> ? Output : never;

/** `Workflows` with the inputs of workflows known by their names. */
export type TypedWorkflows<Types> = Omit<Workflows, 'enqueue' | 'enqueueAll' | 'start' | 'startNow'> & {
  enqueue<Name extends keyof Types>(tx: Transaction, workflow: Name, input: InputOf<Types[Name]>, options?: StartOptions): Promise<string>;
  enqueueAll<Name extends keyof Types>(
    tx: Transaction,
    workflow: Name,
    items: readonly (NewWorkflow & { readonly input: InputOf<Types[Name]> })[],
  ): Promise<string[]>;
  start<Name extends keyof Types>(workflow: Name, input: InputOf<Types[Name]>, options?: StartOptions): Promise<string>;
  startNow<Name extends keyof Types>(workflow: Name, input: InputOf<Types[Name]>, options?: StartOptions): Promise<string>;
};

type TypedChild<Type> = ChildWorkflow & { readonly input: InputOf<Type> };

/** `WorkflowScope` with the inputs and outputs of children known by their names. */
export type TypedScope<Types> = Omit<WorkflowScope, 'enqueueAll' | 'runAll'> & {
  enqueueAll<Name extends keyof Types>(workflow: Name, children: readonly TypedChild<Types[Name]>[]): Promise<string[]>;
  runAll<Name extends keyof Types>(
    workflow: Name,
    children: readonly TypedChild<Types[Name]>[],
  ): Promise<WorkflowEnd<OutputOf<Types[Name]>>[]>;
};
