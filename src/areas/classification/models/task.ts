import type { Features } from './features.ts';
import type { RuleJudgement } from './rule-confidence.ts';
import type { TrainingOptions } from './train-model.ts';

/** What is trained and measured together: one kind of item, its features, its rules and its dimensions. */
export interface Task {
  readonly name: TaskName;
  readonly dimensions: readonly TaskDimension[];
  /** Everything that the models of all dimensions see; hits of rules among them, as `rule:...` features. */
  readonly toFeatures: (input: string) => Features;
  /** What the tables state, before it is compared with what was measured; of each dimension the surest first. */
  readonly stateByRules: (input: string) => readonly RuleJudgement[];
  /** Items of one group never stand on both sides of a split: the registrable domain, or the item itself. */
  readonly toGroup: (input: string) => string;
  /** Own examples: tab separated, with a header of `input`, names of dimensions, and `style`. */
  readonly examples: URL;
  /** Items that the rules know by name, as further examples. */
  readonly known?: () => readonly LabelledItem[];
}

/** How rows of `known` are trained on. */
export const KNOWN = { weight: 0.5, isExtra: true } as const;

export type TaskName = 'domains' | 'urls' | 'keywords';

export interface TaskDimension {
  /** The name of the dimension, and of its artefact. */
  readonly name: string;
  /** Which part of the label of the evaluation rows holds it, counted from 0; none when only own examples do. */
  readonly evalPart?: number;
  readonly options?: TrainingOptions;
  /** Labels that the evaluation rows do not tell apart, to the one that they use. */
  readonly measuredAs?: Readonly<Record<string, string>>;
  /** Dimensions that follow from this one, measured beside it. */
  readonly derived?: readonly DerivedDimension[];
}

export interface DerivedDimension {
  readonly name: string;
  readonly evalPart: number;
  readonly toLabel: (label: string) => string | undefined;
}

/** An item with the values of its dimensions that are acceptable, the preferred one first. */
export interface LabelledItem {
  readonly input: string;
  readonly labels: Readonly<Record<string, readonly string[]>>;
  /** Where the label comes from: a source of the evaluation rows, or `own:` and a style. */
  readonly source: string;
  /** How much it counts in training; 1 is usual. */
  readonly weight?: number;
}
